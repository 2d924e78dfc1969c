// What a page of a folder does beyond what it does without script: the slider steps through the game, and arrows to the side do.
"use strict";
(() => {
  document.documentElement.classList.add("scripted");
  const range = document.querySelector("#steps input[type=range]");
  if (!range || typeof steps === "undefined") return;
  range.min = firstStep;
  range.closest("label").hidden = false;
  range.addEventListener("change", () => {
    const name = steps[range.value - firstStep];
    if (name) location.href = document.body.dataset.top + name;
  });
  document.addEventListener("keydown", e => {
    if (e.altKey || e.ctrlKey || e.metaKey || e.shiftKey || e.target.closest("input, [tabindex]")) return;
    const rel = { ArrowLeft: "prev", ArrowRight: "next" }[e.key];
    const a = rel && document.querySelector(`#steps a[rel=${rel}]`);
    if (a) { e.preventDefault(); location.href = a.href; }
  });
})();
