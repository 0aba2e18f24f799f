// In the page, before anything of it runs: when the first tile was painted, and what each tile has shown since.
const notes = { firstTile: undefined, seen: {} };
globalThis.notes = notes;

function see(tile) {
  const name = tile.querySelector('a')?.textContent ?? '';
  const text = tile.querySelector('dl')?.textContent ?? '';
  notes.seen[name] ??= [];
  if (notes.seen[name].at(-1) !== text) notes.seen[name].push(text);
}

function note(records) {
  for (const { target } of records) {
    const element = target instanceof Element ? target : target.parentElement;
    const tile = element?.closest('article');
    if (tile) see(tile);
  }
  if (notes.firstTile !== undefined || !document.querySelector('article')) return;
  notes.firstTile = 0;
  // After the frame that has it.
  requestAnimationFrame(() => {
    setTimeout(() => {
      notes.firstTile = performance.now();
    });
  });
}

new MutationObserver(note).observe(document, { childList: true, subtree: true, characterData: true });
