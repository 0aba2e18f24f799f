// Runs before any script of the page. Notes when the first tile was painted and when all 500 exist, each text
// that a tile has shown, when the home was live, and how much the layout has shifted (Cumulative Layout Shift).
const notes = { firstTile: undefined, allTiles: undefined, live: undefined, shift: 0, seen: {} };
globalThis.notes = notes;

function see(tile) {
  const name = tile.querySelector('a')?.textContent ?? '';
  const text = tile.querySelector('[data-line]')?.textContent ?? '';
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
  // Runs after the frame that contains the tile.
  requestAnimationFrame(() => {
    setTimeout(() => {
      notes.firstTile = performance.now();
    });
  });
}

const articles = document.getElementsByTagName('article');
new MutationObserver(() => {
  if (articles.length >= 500) notes.allTiles ??= performance.now();
  if (document.querySelector('[role=status][data-state=live]')) notes.live ??= performance.now();
}).observe(document, { childList: true, subtree: true, attributeFilter: ['data-state'] });

new PerformanceObserver((list) => {
  for (const { value } of list.getEntries()) notes.shift += value;
}).observe({ type: 'layout-shift', buffered: true });

new MutationObserver(note).observe(document, { childList: true, subtree: true, characterData: true });
