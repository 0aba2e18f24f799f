import type { Palette } from './palette.ts';

const SIZE = 512;

const CORNERS = [0, 90, 180, 270];

const around = (shape: string): string =>
  CORNERS.map((turn) => `<g transform="rotate(${turn} ${SIZE / 2} ${SIZE / 2})">${shape}</g>`).join('');

/** Draws a quarter of a rosette. Four adjacent tiles form a whole one, as on a wall. */
function quarterRosette({ line, wash, accent, ground }: Palette): string {
  return [
    `<path d="M0 0 H120 A120 120 0 0 1 0 120 Z" fill="${wash}"/>`,
    `<path d="M0 0 H92 A92 92 0 0 1 0 92 Z" fill="${ground}"/>`,
    `<path d="M18 18 C58 22 78 42 84 84 C42 78 22 58 18 18 Z" fill="${line}"/>`,
    `<path d="M0 30 C22 34 32 52 30 80 C14 70 4 56 0 44 Z M30 0 C34 22 52 32 80 30 C70 14 56 4 44 0 Z" fill="${line}" opacity="0.75"/>`,
    `<path d="M0 0 H26 A26 26 0 0 1 0 26 Z" fill="${accent}"/>`,
    `<path d="M0 120 A120 120 0 0 0 120 0" fill="none" stroke="${line}" stroke-width="6"/>`,
    `<circle cx="101" cy="101" r="7" fill="${accent}"/>`,
  ].join('');
}

function edgeOrnament({ line, wash, accent }: Palette): string {
  const middle = SIZE / 2;
  return [
    `<path d="M${middle - 74} 0 Q${middle - 34} 6 ${middle} 44 Q${middle + 34} 6 ${middle + 74} 0 Z" fill="${wash}"/>`,
    `<path d="M${middle - 74} 0 Q${middle - 34} 6 ${middle} 44 Q${middle + 34} 6 ${middle + 74} 0" fill="none" stroke="${line}" stroke-width="6"/>`,
    `<path d="M${middle - 16} 0 L${middle} 20 L${middle + 16} 0 Z" fill="${accent}"/>`,
  ].join('');
}

function glaze(palette: Palette): string {
  return [
    `<defs><radialGradient id="glaze" cx="0.42" cy="0.36" r="0.8">`,
    `<stop offset="0" stop-color="${palette.ground}"/><stop offset="1" stop-color="${palette.shade}"/>`,
    `</radialGradient></defs><rect width="${SIZE}" height="${SIZE}" fill="url(#glaze)"/>`,
  ].join('');
}

const svg = (inside: string, width = SIZE, height = SIZE): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${inside}</svg>`;

/** Centres a glyph, which is drawn in a square of 200, at a width of `side`. */
function centred(glyph: string, palette: Palette, side: number): string {
  const corner = (SIZE - side) / 2;
  return `<g transform="translate(${corner} ${corner}) scale(${side / 200})" fill="none" stroke="${palette.line}" stroke-width="8" stroke-linecap="round" stroke-linejoin="round">${glyph}</g>`;
}

/** Draws a painted tile with a glyph in its medallion, for the photo of a device. */
export function paintedTile(glyph: string, palette: Palette): string {
  const middle = SIZE / 2;
  return svg(
    glaze(palette) +
      around(edgeOrnament(palette)) +
      around(quarterRosette(palette)) +
      `<circle cx="${middle}" cy="${middle}" r="178" fill="${palette.medallion}" stroke="${palette.line}" stroke-width="8"/>` +
      `<circle cx="${middle}" cy="${middle}" r="164" fill="none" stroke="${palette.accent}" stroke-width="4"/>` +
      centred(glyph, palette, 232),
  );
}

/** Draws the picture for tiles on a small screen: the glyph with faint rosettes. */
export function plainTile(glyph: string, palette: Palette): string {
  const hint = around(`<g transform="scale(0.62)">${quarterRosette(palette)}</g>`);
  return svg(`${glaze(palette)}<g opacity="0.28">${hint}</g>${centred(glyph, palette, 300)}`);
}

/** Draws a wall of tiles, pale enough for text on top of it. */
export function wall(palette: Palette): string {
  const tile = `${around(quarterRosette(palette))}${around(edgeOrnament(palette))}`;
  const row = [0, 1, 2, 3].flatMap((x) =>
    [0, 1].map((y) => `<g transform="translate(${x * SIZE} ${y * SIZE})">${tile}</g>`),
  );
  const ground = `<rect width="${4 * SIZE}" height="${2 * SIZE}" fill="${palette.ground}"/>`;
  const painted = `<g opacity="0.22">${row.join('')}</g>`;
  return svg(`<g transform="scale(0.5)">${ground}${painted}</g>`, 2 * SIZE, SIZE);
}
