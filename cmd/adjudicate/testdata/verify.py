#!/usr/bin/env python3
"""A verifier of ledgers written apart from the program, after docs/format.md and RFC 8032 alone.

    verify.py proof FILE KEY.pub                  a .tlog-proof
    verify.py consistency FILE KEY.pub            a consistency proof
    verify.py export FILE KEY.pub CHECKPOINTS     an export, against checkpoints
    verify.py ledger FILE KEY.pub                 an SQLite file, against the checkpoints in it

It needs Python 3 and its standard library. It prints "good: ..." and ends with 0, or prints what is
wrong and ends with 1. It does not judge plays: it checks bytes, hashes, signatures and the chain.
"""
import base64
import hashlib
import json
import sqlite3
import struct
import sys
import urllib.parse


class Wrong(Exception):
    pass


def expect(truth, text):
    if not truth:
        raise Wrong(text)


# Ed25519 verification (RFC 8032, section 5.1.7), with affine points and no hurry.

P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
BASE_Y = 4 * pow(5, P - 2, P) % P


def recover(y, sign):
    expect(y < P, "a point of the curve is out of range")
    x2 = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(x2, (P + 3) // 8, P)
    if (x * x - x2) % P:
        x = x * pow(2, (P - 1) // 4, P) % P
    expect((x * x - x2) % P == 0 and not (x == 0 and sign), "no point of the curve")
    return (P - x if x & 1 != sign else x, y)


def add(a, b):
    (x1, y1, z1, t1), (x2, y2, z2, t2) = a, b
    e, f = (y1 - x1) * (y2 - x2) % P, (y1 + x1) * (y2 + x2) % P
    g, h = 2 * t1 * t2 * D % P, 2 * z1 * z2 % P
    u, v, w, s = f - e, h - g, h + g, f + e
    return (u * v % P, w * s % P, v * w % P, u * s % P)


def times(n, a):
    out = (0, 1, 1, 0)
    while n:
        if n & 1:
            out = add(out, a)
        a, n = add(a, a), n >> 1
    return out


def point(data):
    n = int.from_bytes(data, "little")
    x, y = recover(n & (1 << 255) - 1, n >> 255)
    return (x, y, 1, x * y % P)


def signed(key, message, signature):
    if len(signature) != 64 or len(key) != 32:
        return False
    s = int.from_bytes(signature[32:], "little")
    if s >= L:
        return False
    try:
        a, r = point(key), point(signature[:32])
    except Wrong:
        return False
    h = int.from_bytes(hashlib.sha512(signature[:32] + key + message).digest(), "little") % L
    x, y = recover(BASE_Y, 0)
    left, right = times(s, (x, y, 1, x * y % P)), add(r, times(h, a))
    return (left[0] * right[2] - right[0] * left[2]) % P == 0 and (left[1] * right[2] - right[1] * left[2]) % P == 0


# Keys, notes, checkpoints.

def decode64(text, size=None):
    data = base64.b64decode(text, validate=True)
    expect(base64.b64encode(data).decode() == text, "base64 with bits to spare: " + text)
    expect(size is None or len(data) == size, "expected %s bytes: %s" % (size, text))
    return data


class Key:
    def __init__(self, line):
        self.name, number, data = line.strip().split("+", 2)
        self.number, data = bytes.fromhex(number), decode64(data, 33)
        expect(data[0] == 1, "expected an Ed25519 key")
        expect(hashlib.sha256(self.name.encode() + b"\n" + data).digest()[:4] == self.number, "the key's number is wrong")
        self.key = data[1:]


class Checkpoint:
    def __init__(self, text, key):
        text, sep, signatures = text.rpartition("\n\n")
        expect(sep and signatures.endswith("\n"), "expected a signed note")
        text += "\n"
        lines = text.split("\n")
        expect(len(lines) >= 4 and all(lines[:-1]), "expected origin, size and root")
        self.origin, self.size, self.root = lines[0], int(lines[1]), decode64(lines[2], 32)
        expect(str(self.size) == lines[1], "expected a plain number: " + lines[1])
        good = False
        for line in signatures[:-1].split("\n"):
            expect(line.startswith("\u2014 "), "expected a signature: " + line)
            name, data = line[2:].split(" ")
            data = decode64(data)
            if name == key.name and data[:4] == key.number:
                expect(signed(key.key, text.encode(), data[4:]), "the signature of the checkpoint of %d events is wrong" % self.size)
                good = True
        expect(good, "the checkpoint of %d events is not signed by %s" % (self.size, key.name))


def checkpoints(text, key):
    """Notes that stand one after the other, perhaps with empty lines between them."""
    one, ended = "", False
    for line in text.split("\n"):
        line += "\n"
        signature = line.startswith("\u2014 ")
        if ended and not signature:
            yield Checkpoint(one, key)
            one, ended = "", False
        if one or line != "\n":
            one, ended = one + line, signature
    if one.strip():
        yield Checkpoint(one, key)


# The tree (RFC 6962).

def leaf(record):
    return hashlib.sha256(b"\0" + record).digest()


def node(left, right):
    return hashlib.sha256(b"\1" + left + right).digest()


class Tree:
    def __init__(self):
        self.size, self.peaks = 0, []

    def add(self, record):
        h, n = leaf(record), self.size
        while n & 1:
            h, n = node(self.peaks.pop(), h), n >> 1
        self.peaks.append(h)
        self.size += 1

    def root(self):
        if not self.peaks:
            return hashlib.sha256(b"").digest()
        h = self.peaks[-1]
        for p in reversed(self.peaks[:-1]):
            h = node(p, h)
        return h


def split(n):
    k = 1
    while 2 * k < n:
        k *= 2
    return k


def inclusion(hashes, n, index, h):
    """The root that hashes lead to from leaf index of n."""
    if n == 1:
        expect(not hashes, "hashes are left over")
        return h
    expect(hashes, "a hash is missing")
    k = split(n)
    if index < k:
        return node(inclusion(hashes[:-1], k, index, h), hashes[-1])
    return node(hashes[-1], inclusion(hashes[:-1], n - k, index - k, h))


def extension(hashes, n, m, old, whole=True):
    """The roots of the first m and of all n leaves."""
    if m == n:
        if whole:
            expect(not hashes, "hashes are left over")
            return old, old
        expect(len(hashes) == 1, "expected one hash more")
        return hashes[0], hashes[0]
    expect(hashes, "a hash is missing")
    k = split(n)
    if m <= k:
        a, b = extension(hashes[:-1], k, m, old, whole)
        return a, node(b, hashes[-1])
    a, b = extension(hashes[:-1], n - k, m - k, old, False)
    return node(hashes[-1], a), node(hashes[-1], b)


# Events.

TEXT = json.JSONEncoder(ensure_ascii=False).encode


def members(text):
    """The members of a JSON object with the text of their values, in order."""
    decoder, at, out = json.JSONDecoder(), 1, []
    expect(text.startswith("{") and text.endswith("}"), "expected an object")
    while text[at] != "}":
        name, end = decoder.raw_decode(text, at)
        expect(text[end] == ":", "expected a colon")
        _, stop = decoder.raw_decode(text, end + 1)
        out.append((name, text[end + 1:stop]))
        at = stop + (text[stop] == ",")
    expect(at == len(text) - 1, "something follows the object")
    return out


def canonical(line):
    """The canonical bytes of an exported event (section 5)."""
    a = dict(members(line))
    s = {k: json.loads(v) for k, v in a.items() if k != "data"}
    expect(s["specversion"] == "1.0", "expected CloudEvents 1.0")
    expect(s["source"] == "/ledgers/" + escape(s["ledger"]), "source and ledger contradict each other")
    out = '{"id":%s,"ledger":%s,"sequence":%d,"type":%s,"recorded":%s' % (
        TEXT(s["id"]), TEXT(s["ledger"]), int(s["sequence"]), TEXT(s["type"]), TEXT(s["time"]))
    if "effective" in s:
        out += ',"effective":%d' % int(s["effective"])
    for attribute, field in ("actor", "actor"), ("correlationid", "correlation"), ("causationid", "causation"):
        if attribute in s:
            out += ',"%s":%s' % (field, TEXT(s[attribute]))
    return (out + "," + a["data"][1:-1] + "}").encode()


def escape(name):
    return urllib.parse.quote(name, safe="-_.~$&+:=@")


def origin(name):
    return "adjudicate/" + escape(name).replace("+", "%2B")


class Ledger:
    """The chain of events, and the checkpoints due along it."""

    def __init__(self, due):
        self.due, self.tree, self.name, self.input, self.ids, self.held = sorted(due, key=lambda c: c.size), Tree(), None, None, set(), 0

    def add(self, record):
        self.tree.add(record)
        n = self.tree.size
        e = json.loads(record)
        expect(record.decode() == record.decode().strip(), "event %d: white space" % n)
        self.name = self.name or e["ledger"]
        expect(e["ledger"] == self.name, "event %d belongs to %s" % (n, e["ledger"]))
        expect(e["sequence"] == n, "event %d says that it is number %d" % (n, e["sequence"]))
        expect(e["id"] not in self.ids, "event %d has the id of another" % n)
        self.ids.add(e["id"])
        if "causation" not in e:
            self.input = e["id"]
        elif "effective" not in e:
            expect(e["causation"] == self.input, "event %d is caused by no input before it" % n)
        while self.due and self.due[0].size <= n:
            c = self.due.pop(0)
            expect(c.origin == origin(self.name), "the checkpoint of %d events is of %s" % (c.size, c.origin))
            expect(c.root == self.tree.root(), "the first %d events are not those of the checkpoint" % c.size)
            self.held += 1

    def end(self):
        expect(not self.due, "the ledger has %d events, a checkpoint stands for more" % self.tree.size)
        return "%d events, %d checkpoints, root %s" % (self.tree.size, self.held, base64.b64encode(self.tree.root()).decode())


# The commands.

def read(path):
    with open(path, encoding="utf-8", newline="") as f:
        return f.read()


def proof(path, key):
    text = read(path)
    head, _, note = text.partition("\n\n")
    lines = head.split("\n")
    expect(lines[0] == "c2sp.org/tlog-proof@v1", "expected a proof")
    expect(lines[1].startswith("extra ") and lines[2].startswith("index "), "expected extra and index")
    event, index = decode64(lines[1][6:]), int(lines[2][6:])
    hashes = [decode64(h, 32) for h in lines[3:]]
    c = Checkpoint(note, key)
    expect(0 <= index < c.size, "there is no event %d in %d" % (index + 1, c.size))
    expect(inclusion(hashes, c.size, index, leaf(event)) == c.root, "the hashes do not lead to the root")
    e = json.loads(event)
    expect(e["sequence"] == index + 1 and origin(e["ledger"]) == c.origin, "the event stands in another place")
    return "event %d (%s) of %d in %s" % (e["sequence"], e["type"], c.size, c.origin)


def consistency(path, key):
    text = read(path)
    head, _, rest = text.partition("\n\n")
    lines = head.split("\n")
    expect(lines[0] == "adjudicate-consistency@v1", "expected a consistency proof")
    expect(lines[1] == "hashes %d" % (len(lines) - 2), "expected as many hashes as announced")
    hashes = [decode64(h, 32) for h in lines[2:]]
    old, new = checkpoints(rest, key)
    expect(old.origin == new.origin, "the checkpoints are of two ledgers")
    expect(old.size <= new.size, "the checkpoints are in no order")
    if old.size == 0:
        expect(not hashes and old.root == Tree().root(), "the root of nothing is another")
        return "%d events begin with none" % new.size
    expect(extension(hashes, new.size, old.size, old.root) == (old.root, new.root), "the hashes do not lead to the roots")
    return "%d events begin with the %d of %s" % (new.size, old.size, old.origin)


def export(path, key, notes):
    ledger = Ledger(checkpoints(read(notes), key))
    text = read(path)
    expect(text.endswith("\n"), "the last line has no end")
    for line in text[:-1].split("\n"):
        ledger.add(canonical(line))
    return ledger.end()


def sums(position, ident, typ, data):
    crc, table = 0xFFFFFFFF, CASTAGNOLI
    for b in struct.pack(">Q", position) + ident + typ.encode() + data:
        crc = crc >> 8 ^ table[(crc ^ b) & 255]
    return crc ^ 0xFFFFFFFF


def castagnoli():
    for n in range(256):
        for _ in range(8):
            n = n >> 1 ^ (0x82F63B78 if n & 1 else 0)
        yield n


CASTAGNOLI = list(castagnoli())


def sqlite(path, key):
    db = sqlite3.connect("file:%s?mode=ro" % urllib.parse.quote(path), uri=True)
    expect(db.execute("PRAGMA application_id").fetchone() == (0x61646A31,), "expected a ledger's file")
    (number, name), = db.execute("SELECT number, name FROM streams")
    notes = db.execute("SELECT note FROM checkpoints WHERE ledger = ?", (name,))
    ledger = Ledger([Checkpoint(note, key) for note, in notes])
    for position, ident, typ, data, total in db.execute(
            "SELECT position, id, type, data, sum FROM events WHERE position >> 40 = ? ORDER BY position", (number,)):
        expect(position == (number << 40) + ledger.tree.size + 1, "event %d is missing" % (ledger.tree.size + 1))
        expect(sums(position, ident, typ, data) == total, "event %d does not match its checksum" % (position & (1 << 40) - 1))
        e = json.loads(data)
        expect(e["id"].replace("-", "") == ident.hex() and e["type"] == typ, "event %d stands under another id or type" % e["sequence"])
        ledger.add(data)
    return ledger.end()


def main(args):
    commands = {"proof": proof, "consistency": consistency, "export": export, "ledger": sqlite}
    if len(args) < 3 or args[0] not in commands:
        print(__doc__)
        return 2
    try:
        print("good:", commands[args[0]](args[1], Key(read(args[2])), *args[3:]))
        return 0
    except (Wrong, ValueError, KeyError, IndexError, TypeError) as wrong:
        print("wrong:", wrong)
        return 1


sys.exit(main(sys.argv[1:]))
