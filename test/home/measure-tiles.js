/** Measures the tiles of Home; runs in the page. Returns what `Layout` of the test describes. */
(() => {
  const boxOf = (each) => each.getBoundingClientRect();
  const bar = boxOf(document.querySelector('nav[aria-label="Pages"]') ?? document.body);
  const isBelow = bar.top > innerHeight / 2;
  const bottom = isBelow ? bar.top : innerHeight;
  const tiles = [...document.querySelectorAll('main article')].map(boxOf);
  const begin = isBelow ? 0 : bar.right;
  const targets = [...document.querySelectorAll('main article button, main section header h2 a')].filter(
    (each) => {
      const { top, bottom: end } = boxOf(each);
      return top > 22 && end < bottom - 22;
    },
  );
  /** Targets are larger than what is drawn of them: a pseudo-element covers the whole band of a room. */
  const isSmall = (target) => {
    const { left, width } = boxOf(target);
    const { top, height } = boxOf(target.closest('header') ?? target);
    const [x, y] = [left + width / 2, top + height / 2];
    return [
      [x - 21, y],
      [x + 21, y],
      [x, y - 21],
      [x, y + 21],
    ].some(([atX, atY]) => document.elementFromPoint(atX, atY)?.closest('button, a') !== target);
  };
  return {
    inSight: tiles.filter((tile) => tile.top >= 0 && tile.bottom <= bottom).length,
    first: tiles[0]?.top ?? Number.NaN,
    used: (Math.max(...tiles.map(({ right }) => right)) - begin) / (innerWidth - begin),
    small: targets.filter(isSmall).length,
  };
})();
