// The focus is not lost: when what has it is taken away, it goes back to what had it before and is still there.

/** What had the focus, the last one last. @type {HTMLElement[]} */
let past = [];
addEventListener("focusin", ({ target }) => {
  const now = /** @type {HTMLElement} */ (target);
  past = [...past.filter((one) => one.isConnected && one !== now), now];
});

const lost = () => document.activeElement === document.body && past.at(-1)?.isConnected === false;

new MutationObserver(() => {
  // What is drawn in its place may take the focus a moment later. On a phone, the keys of a field would cover the table.
  if (lost() && matchMedia("(pointer: fine)").matches) requestAnimationFrame(() => setTimeout(() => lost() && past.findLast((one) => one.isConnected && one.checkVisibility())?.focus()));
}).observe(document.body, { childList: true, subtree: true });

export {}; // a module for what brings it
