// What a page does beyond what it does without script: it steps without reloading, follows a game that goes on, and lights up on
// the board what a ruling speaks of.
"use strict";
(() => {
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
    const open = document.querySelector(".left details")?.open;
    document.getElementById("main").replaceWith(document.adoptNode(fresh.getElementById("main")));
    document.title = fresh.title;
    if (push) history.pushState(null, "", answer.url);
    if (open) document.querySelector(".left details").open = true;
    if (kept) document.querySelector("#steps " + kept)?.focus();
  }

  if (steps()) {
    document.addEventListener("click", e => {
      const a = e.target.closest("#steps a, .right .log a");
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
})();
