package faults

import (
	"fmt"
	"sync"
	"unsafe"

	"modernc.org/libc"
	lib "modernc.org/sqlite/lib"
	"zombiezen.com/go/sqlite"
)

// Kind is what is done to a file.
type Kind string

// The kinds of operations that a Disk knows. Reading is left alone.
const (
	Create   Kind = "create"
	Write    Kind = "write"
	Truncate Kind = "truncate"
	Sync     Kind = "sync"
	Delete   Kind = "delete"
)

// What only those see that watch: neither changes a file.
const (
	Lock  Kind = "lock"  // of the index of a log is asked for or given back
	Sleep Kind = "sleep" // a connection waits for a lock; nobody sleeps while the Disk is watched
)

// Op is one operation.
type Op struct {
	Kind   Kind
	Path   string
	Offset int64  // of a write; the new size of a truncation
	Data   []byte // of a write
	Skip   bool   // it was not done, or a sync did nothing
	Mark   int    // the last mark set before it
}

// Fault is what happens instead of an operation. The zero Fault lets it happen.
type Fault struct {
	Code sqlite.ResultCode // fails with this
	Half bool              // a write that fails has written its first half
	Lie  bool              // it is not done, and success is reported
}

// Disk is the VFS of this process.
type Disk struct {
	mu     sync.Mutex
	real   uintptr             // the VFS below
	files  map[uintptr]*file   // open files by SQLite's handle
	tables map[uintptr]uintptr // patched method tables by the real ones
	fault  func(n int, op *Op) Fault
	watch  func(op *Op)
	n      int
	mark   int
	record []Op
	hits   int
}

type file struct {
	path    string
	methods *lib.Tsqlite3_io_methods // the real ones
	real    uintptr
}

// disk is the one Disk; SQLite's callbacks have no place to carry it.
var disk *Disk

var mount sync.Once

// Mount makes the Disk the default VFS of this process and returns it.
func Mount() *Disk {
	mount.Do(func() {
		conn, err := sqlite.OpenConn(":memory:") // initialises the library
		if err != nil {
			panic(err)
		}
		defer conn.Close()
		tls := libc.NewTLS()
		disk = &Disk{files: map[uintptr]*file{}, tables: map[uintptr]uintptr{}}
		disk.real = lib.Xsqlite3_vfs_find(tls, 0)
		ours := allocate(tls, unsafe.Sizeof(lib.Tsqlite3_vfs{}))
		vfs := (*lib.Tsqlite3_vfs)(pointer(ours))
		*vfs = *(*lib.Tsqlite3_vfs)(pointer(disk.real))
		name, err := libc.CString("faults")
		if err != nil {
			panic(err)
		}
		vfs.FzName = name
		vfs.FxOpen = function(xOpen)
		vfs.FxDelete = function(xDelete)
		vfs.FxSleep = function(xSleep)
		if rc := lib.Xsqlite3_vfs_register(tls, ours, 1); rc != lib.SQLITE_OK {
			panic(fmt.Sprint("register the VFS: ", rc))
		}
	})
	return disk
}

// Begin forgets everything and lets fault decide on each operation from now on, numbered
// from 1; nil lets everything happen.
func (d *Disk) Begin(fault func(n int, op *Op) Fault) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.fault, d.n, d.mark, d.record, d.hits = fault, 0, 0, nil, 0
}

// Watch has f called before each operation, in the goroutine that does it. F may wait: other connections go on meanwhile. Nil ends it.
func (d *Disk) Watch(f func(op *Op)) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.watch = f
}

// watched calls who watches, and reports whether anybody does.
func (d *Disk) watched(op *Op) bool {
	d.mu.Lock()
	watch := d.watch
	d.mu.Unlock()
	if watch != nil {
		watch(op)
	}
	return watch != nil
}

// Mark notes how far the writer has been told that its work is durable.
func (d *Disk) Mark(n int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.mark = n
	d.record = append(d.record, Op{Mark: n, Skip: true})
}

// End lets everything happen again and returns the record since Begin, and how many faults
// there were.
func (d *Disk) End() (record []Op, hits int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	record, hits = d.record, d.hits
	d.fault, d.record = nil, nil
	return record, hits
}

// decide numbers an operation, asks for its fault and records it.
func (d *Disk) decide(op Op) Fault {
	d.watched(&op)
	d.mu.Lock()
	defer d.mu.Unlock()
	d.n++
	var f Fault
	if d.fault != nil {
		f = d.fault(d.n, &op)
	}
	if f != (Fault{}) {
		d.hits++
	}
	op.Mark = d.mark
	op.Skip = f.Lie || f.Code != sqlite.ResultOK
	if op.Skip && f.Half && op.Kind == Write {
		op.Data, op.Skip = op.Data[:len(op.Data)/2], false
	}
	d.record = append(d.record, op)
	return f
}

func (d *Disk) handle(id uintptr) *file {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.files[id]
}

func xOpen(tls *libc.TLS, _, name, id uintptr, flags int32, out uintptr) int32 {
	real := (*lib.Tsqlite3_vfs)(pointer(disk.real))
	path := ""
	if name != 0 {
		path = libc.GoString(name)
	}
	if flags&lib.SQLITE_OPEN_CREATE != 0 && !exists(path) {
		if f := disk.decide(Op{Kind: Create, Path: path}); f.Code != sqlite.ResultOK {
			*(*uintptr)(pointer(id)) = 0 // no methods: not open
			return int32(f.Code)
		}
	}
	rc := call[func(*libc.TLS, uintptr, uintptr, uintptr, int32, uintptr) int32](real.FxOpen)(tls, disk.real, name, id, flags, out)
	if methods := *(*uintptr)(pointer(id)); rc == lib.SQLITE_OK && methods != 0 {
		*(*uintptr)(pointer(id)) = disk.adopt(tls, id, path, methods)
	}
	return rc
}

// adopt remembers an open file and returns a method table that leads through the Disk.
func (d *Disk) adopt(tls *libc.TLS, id uintptr, path string, methods uintptr) uintptr {
	d.mu.Lock()
	defer d.mu.Unlock()
	table := (*lib.Tsqlite3_io_methods)(pointer(methods))
	d.files[id] = &file{path: path, methods: table, real: methods}
	if patched := d.tables[methods]; patched != 0 {
		return patched
	}
	patched := allocate(tls, unsafe.Sizeof(lib.Tsqlite3_io_methods{}))
	mine := (*lib.Tsqlite3_io_methods)(pointer(patched))
	*mine = *table
	mine.FxClose = function(xClose)
	mine.FxWrite = function(xWrite)
	mine.FxTruncate = function(xTruncate)
	mine.FxSync = function(xSync)
	if table.FxShmLock != 0 {
		mine.FxShmLock = function(xShmLock)
	}
	d.tables[methods] = patched
	return patched
}

func xClose(tls *libc.TLS, id uintptr) int32 {
	f := disk.handle(id)
	disk.mu.Lock()
	delete(disk.files, id)
	disk.mu.Unlock()
	return call[func(*libc.TLS, uintptr) int32](f.methods.FxClose)(tls, id)
}

func xWrite(tls *libc.TLS, id, data uintptr, size int32, offset int64) int32 {
	f := disk.handle(id)
	content := append([]byte(nil), unsafe.Slice((*byte)(pointer(data)), size)...)
	write := call[func(*libc.TLS, uintptr, uintptr, int32, int64) int32](f.methods.FxWrite)
	switch fault := disk.decide(Op{Kind: Write, Path: f.path, Offset: offset, Data: content}); {
	case fault.Code != sqlite.ResultOK:
		if fault.Half {
			write(tls, id, data, size/2, offset)
		}
		return int32(fault.Code)
	case fault.Lie:
		return lib.SQLITE_OK
	}
	return write(tls, id, data, size, offset)
}

func xTruncate(tls *libc.TLS, id uintptr, size int64) int32 {
	f := disk.handle(id)
	if fault := disk.decide(Op{Kind: Truncate, Path: f.path, Offset: size}); fault != (Fault{}) {
		return int32(fault.Code)
	}
	return call[func(*libc.TLS, uintptr, int64) int32](f.methods.FxTruncate)(tls, id, size)
}

// xSync passes nothing on: no real power is cut, and what a sync makes durable is for the
// record to say.
func xSync(_ *libc.TLS, id uintptr, _ int32) int32 {
	return int32(disk.decide(Op{Kind: Sync, Path: disk.handle(id).path}).Code)
}

func xDelete(tls *libc.TLS, _, name uintptr, syncDir int32) int32 {
	real := (*lib.Tsqlite3_vfs)(pointer(disk.real))
	if fault := disk.decide(Op{Kind: Delete, Path: libc.GoString(name)}); fault != (Fault{}) {
		return int32(fault.Code)
	}
	return call[func(*libc.TLS, uintptr, uintptr, int32) int32](real.FxDelete)(tls, disk.real, name, syncDir)
}

func xShmLock(tls *libc.TLS, id uintptr, offset, n, flags int32) int32 {
	f := disk.handle(id)
	disk.watched(&Op{Kind: Lock, Path: f.path, Offset: int64(offset)})
	return call[func(*libc.TLS, uintptr, int32, int32, int32) int32](f.methods.FxShmLock)(tls, id, offset, n, flags)
}

func xSleep(tls *libc.TLS, _ uintptr, microseconds int32) int32 {
	if disk.watched(&Op{Kind: Sleep, Offset: int64(microseconds)}) {
		return microseconds
	}
	real := (*lib.Tsqlite3_vfs)(pointer(disk.real))
	return call[func(*libc.TLS, uintptr, int32) int32](real.FxSleep)(tls, disk.real, microseconds)
}
