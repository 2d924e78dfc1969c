// What a page does beyond what it does without script: it steps without reloading, follows a game that goes on, lights up on
// the board what a ruling speaks of, and keeps the list of games new.
"use strict";
(() => {
  document.documentElement.classList.add("scripted");
  const game = document.body.dataset.game;
  const steps = () => document.getElementById("steps");
  const live = () => new URLSearchParams(location.search).size === 0;

  // show puts the page of an address in place of the one that is shown.
  let asked = 0;
  async function show(address, push) {
    const mine = ++asked;
    const answer = await fetch(address, { headers: { Accept: "text/html" } });
    const text = await answer.text();
    if (mine !== asked) return;
    if (!answer.ok) { location.href = address; return; }
    const fresh = new DOMParser().parseFromString(text, "text/html");
    const focus = document.activeElement;
    const kept = focus && (focus.rel ? `[rel="${focus.rel}"]` : focus.type === "range" ? "input[type=range]" : null);
    const fact = focus?.closest?.(".facts a")?.getAttribute("href");
    const open = document.querySelector(".left details")?.open;
    document.getElementById("main").replaceWith(document.adoptNode(fresh.getElementById("main")));
    document.title = fresh.title;
    if (push) history.pushState(null, "", answer.url);
    if (open) document.querySelector(".left details").open = true;
    if (kept) document.querySelector("#steps " + kept)?.focus();
    if (fact) [...document.querySelectorAll(".facts a")].find(a => a.getAttribute("href") === fact)?.focus();
  }

  // A passkey answers a question of the office: who is there, or which key is new. The office checks the answer.
  if (window.PublicKeyCredential?.parseRequestOptionsFromJSON) {
    document.documentElement.classList.add("passkeys");
    const send = async (to, what) => {
      const answer = await fetch(to, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(what) });
      const said = await answer.json().catch(() => ({}));
      if (!answer.ok) throw new Error(said.detail ?? answer.statusText);
      return said;
    };
    document.addEventListener("click", async e => {
      const button = e.target.closest("[data-passkey]");
      if (!button) return;
      const problem = button.parentElement.querySelector("[role=alert]"), to = button.dataset.passkey;
      button.disabled = true;
      problem.textContent = "";
      try {
        const asked = await send(to + "/question", {});
        const made = "new" in button.dataset
          ? await navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(asked.publicKey) })
          : await navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(asked.publicKey) });
        const done = await send(to + "/answer", { state: asked.state, name: document.getElementById("device")?.value ?? "", credential: made });
        location.assign(done.to);
      } catch (error) {
        problem.textContent = error instanceof DOMException ? button.dataset.off : error.message;
      }
      button.disabled = false;
    });
  }

  // building puts the next step of a play in place without reloading, and lets arrow keys go from square to square of the table.
  if (document.getElementById("entry")) {
    const build = e => {
      const a = e.target.closest(".board a, .squares a, .choices a, .left .steps a, .right .log a");
      if (!a || e.ctrlKey || e.metaKey || e.shiftKey || e.button) return;
      e.preventDefault();
      const to = new URL(a.href.baseVal ?? a.href, location.href);
      const square = a.dataset.square, cell = a.closest("td")?.cellIndex, row = a.closest("tr")?.rowIndex;
      const table = document.querySelector("details.grid")?.open;
      show(to, true).then(() => {
        const again = document.querySelector("details.grid");
        if (table && again) again.open = true;
        roving();
        if (cell !== undefined) again?.querySelector("table").rows[row].cells[cell].firstElementChild.focus();
        else if (square) document.querySelector(`.board a[data-square="${square}"]`)?.focus();
        if (to.hash) document.querySelector(to.hash)?.scrollIntoView({ block: "nearest" });
      });
    };
    // roving makes of the table one stop of the tab key.
    const roving = () => {
      const cells = document.querySelectorAll(".squares td[role=gridcell] > *");
      cells.forEach((c, i) => { c.tabIndex = i ? -1 : 0; });
    };
    document.addEventListener("click", build);
    document.addEventListener("keydown", e => {
      const step = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[e.key];
      const td = e.target.closest(".squares td");
      if (!step || !td || e.altKey || e.ctrlKey || e.metaKey || e.shiftKey) return;
      const next = td.closest("table").rows[td.parentNode.rowIndex + step[0]]?.cells[td.cellIndex + step[1]];
      if (next?.getAttribute("role") !== "gridcell") return;
      e.preventDefault();
      e.target.tabIndex = -1;
      next.firstElementChild.tabIndex = 0;
      next.firstElementChild.focus();
    });
    addEventListener("popstate", () => show(location.href, false).then(roving));
    roving();
  }

  if (steps()) {
    document.addEventListener("click", e => {
      const a = e.target.closest("#steps a, .right .log a, .right .facts a");
      if (!a || e.ctrlKey || e.metaKey || e.shiftKey || e.button) return;
      e.preventDefault();
      show(a.href, true);
    });
    document.addEventListener("change", e => {
      if (e.target.name !== "step") return;
      const at = new URL(location.href);
      at.searchParams.delete("at");
      at.searchParams.set("step", e.target.value);
      show(at, true);
    });
    // Arrows to the side step, but where they have a meaning of their own.
    document.addEventListener("keydown", e => {
      if (e.altKey || e.ctrlKey || e.metaKey || e.shiftKey || e.target.closest("input, select, textarea, [tabindex]")) return;
      const rel = { ArrowLeft: "prev", ArrowRight: "next" }[e.key];
      const a = rel && steps().querySelector(`[rel=${rel}]`);
      if (a) { e.preventDefault(); show(a.href, true); }
    });
    addEventListener("popstate", () => show(location.href, false));

    // A page of the end follows it. A hidden tab lets go of its stream: a browser keeps few open.
    let stream = null;
    const listen = () => {
      if (document.hidden) { stream?.close(); stream = null; return; }
      if (stream) return;
      let first = true;
      stream = new EventSource("/api/v1/games/" + encodeURIComponent(game) + "/events");
      stream.addEventListener("head", () => {
        if (first) { first = false; return; }
        if (live()) show(location.href, false).then(() => document.getElementById("ruling")?.classList.add("fresh"));
      });
    };
    document.addEventListener("visibilitychange", listen);
    listen();
  }

  // The list of games is asked for again once a minute, which is how exactly it says how much time is left; in a hidden tab, when somebody looks.
  // What cannot be had leaves the list as it is.
  if (document.querySelector(".games")) {
    const every = 60_000;
    let last = Date.now();
    const renew = async () => {
      if (document.hidden || Date.now() - last < every) return;
      last = Date.now();
      const answer = await fetch(location.href, { headers: { Accept: "text/html" } }).catch(() => null);
      const text = answer?.ok ? await answer.text().catch(() => null) : null;
      if (text === null) return;
      const main = document.getElementById("main"), fresh = new DOMParser().parseFromString(text, "text/html").getElementById("main");
      if (!fresh || fresh.innerHTML === main.innerHTML) return;
      const focus = main.contains(document.activeElement) ? document.activeElement.getAttribute("href") : null;
      main.replaceWith(document.adoptNode(fresh));
      if (focus) [...document.querySelectorAll(".games h2 a")].find(a => a.getAttribute("href") === focus)?.focus();
    };
    setInterval(renew, every / 4);
    document.addEventListener("visibilitychange", renew);
  }
})();
