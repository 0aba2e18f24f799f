import { NO_VALUE } from '@azulejo/units';
import type { RenderedTile } from './render-tile.ts';
import type { Slot } from './slot.ts';
import type { Toggle } from './toggle.ts';

export type SvgOptions = {
  /** Becomes the accessible name of the picture. */
  readonly title?: string;
  /** Tiles per row. The default is 4. */
  readonly columns?: number;
};

const TILE = { width: 232, height: 164, gap: 18, margin: 28 };

type MainSlot = Pick<Slot, 'label' | 'text' | 'unit'>;

/** Glazed white, cobalt and ochre, like the tiles after which the platform is named. */
const PALETTE = {
  wall: '#e9eff7',
  glaze: '#ffffff',
  line: '#c9d7ea',
  cobalt: '#1f4e96',
  ink: '#17325c',
  grey: '#6d7f99',
  pale: '#dce6f3',
  petal: '#bccfe9',
  leaf: '#e6eef8',
  ochre: '#e0a848',
  alarm: '#b3261e',
  alarmGround: '#fdecea',
  attention: '#a87606',
};

/** Draws the tiles as one SVG 1.1 picture, row by row. It loads no external fonts, images or scripts. */
export function tilesToSvg(tiles: readonly RenderedTile[], options: SvgOptions = {}): string {
  const columns = Math.max(1, Math.min(Math.trunc(options.columns ?? 4), tiles.length));
  const width = extent(columns, TILE.width);
  const height = extent(Math.ceil(tiles.length / columns), TILE.height);
  const drawn = tiles.map((tile, index) => {
    const x = position(index % columns, TILE.width);
    const y = position(Math.floor(index / columns), TILE.height);
    return `<g transform="translate(${x} ${y})">${drawTile(tile)}</g>`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="ui-sans-serif, system-ui, 'Segoe UI', 'Helvetica Neue', Arial, sans-serif" role="img">`,
    `<title>${escapeXml(options.title ?? 'Tiles')}</title>`,
    definitions,
    `<rect width="${width}" height="${height}" fill="${PALETTE.wall}"/>`,
    ...drawn,
    '</svg>\n',
  ].join('\n');
}

const position = (place: number, size: number) => TILE.margin + place * (size + TILE.gap);
const extent = (count: number, size: number) =>
  position(count, size) - (count > 0 ? TILE.gap : 0) + TILE.margin;

/** Each tile has a quarter of a painted rosette in its lower right corner. */
const definitions = `<defs>
<clipPath id="outline"><rect width="${TILE.width}" height="${TILE.height}" rx="16"/></clipPath>
<g id="rosette" fill="none" stroke="${PALETTE.petal}" stroke-width="2">
<circle r="66"/><circle r="58"/>
<path fill="${PALETTE.leaf}" d="M0 0C-30 -8 -44 -22 -47 -47C-22 -44 -8 -30 0 0"/>
<path fill="${PALETTE.leaf}" d="M0 0C-14 -12 -40 -14 -58 0M0 0C-12 -14 -14 -40 0 -58"/>
<circle r="15" fill="${PALETTE.ochre}" stroke="none"/>
</g>
</defs>`;

function drawTile(tile: RenderedTile): string {
  const [main = stateOf(tile.toggle), second] = tile.slots;
  const { width, height } = TILE;
  return [
    ground(tile.severity),
    `<g clip-path="url(#outline)"><use href="#rosette" transform="translate(${width} ${height})"/></g>`,
    tile.icon === undefined ? '' : colorDot(tile.color),
    title(tile),
    tile.toggle ? toggleSwitch(tile.toggle) : '',
    main ? mainSlot(main) : '',
    second ? secondSlot(second) : '',
  ].join('');
}

const frames = {
  alarm: { fill: PALETTE.alarmGround, stroke: PALETTE.alarm, line: 4 },
  attention: { fill: PALETTE.glaze, stroke: PALETTE.attention, line: 3 },
  normal: { fill: PALETTE.glaze, stroke: PALETTE.line, line: 1 },
} as const;

function ground(severity: RenderedTile['severity']): string {
  const { fill, stroke, line } = frames[severity];
  return `<rect width="${TILE.width}" height="${TILE.height}" rx="16" fill="${fill}" stroke="${stroke}" stroke-width="${line}"/>`;
}

function title({ label, icon, toggle }: RenderedTile): string {
  const x = icon === undefined ? 18 : 46;
  const end = toggle ? 164 : TILE.width - 14;
  const room = (size: number) => Math.floor((end - x) / (size * 0.65));
  const size = label.length > room(15) ? 12 : 15;
  return svgText(x, 35, fitted(label, room(size)), { size, color: PALETTE.ink, weight: 600 });
}

const colorDot = (color: string | undefined) =>
  `<circle cx="28" cy="30" r="10" fill="${escapeXml(color ?? PALETTE.pale)}" stroke="${PALETTE.line}" stroke-width="1.5"/>`;

function toggleSwitch({ state }: Toggle): string {
  const knob = { on: 205, unknown: 194, off: 183 }[state];
  const track = { on: PALETTE.cobalt, unknown: PALETTE.pale, off: PALETTE.pale }[state];
  const dash = state === 'unknown' ? ` stroke="${PALETTE.grey}" stroke-dasharray="3 3"` : '';
  return `<rect x="172" y="19" width="44" height="22" rx="11" fill="${track}"${dash}/><circle cx="${knob}" cy="30" r="8" fill="${PALETTE.glaze}"/>`;
}

/** Returns the toggle's state in words, for a tile without values. */
function stateOf(toggle: Toggle | undefined): MainSlot | undefined {
  if (!toggle) return undefined;
  return { label: toggle.label, text: { on: 'On', off: 'Off', unknown: NO_VALUE }[toggle.state], unit: '' };
}

function mainSlot({ label, text, unit }: MainSlot): string {
  const value = fitted(text, 16);
  const style = { size: value.length > 8 ? 24 : 38, color: PALETTE.cobalt, weight: 500 } as const;
  const tail = unit === '' ? '' : span(fitted(unit, 10), 17, 6);
  return svgText(18, 94, value, style, tail) + svgText(18, 115, fitted(label, 26), CAPTION);
}

/** Draws value and caption on one line. The caption is truncated to the remaining width. */
function secondSlot({ label, text, unit }: Slot): string {
  const value = fitted(`${text} ${unit}`.trim(), 14);
  const style = { size: 14, color: PALETTE.ink, weight: 600 } as const;
  const room = Math.floor((160 - value.length * 9) / 7);
  return svgText(18, 145, value, style, span(fitted(label, room), CAPTION.size, 8));
}

const CAPTION = { size: 12.5, color: PALETTE.grey };

const span = (text: string, size: number, dx: number) =>
  `<tspan font-size="${size}" font-weight="400" fill="${PALETTE.grey}" dx="${dx}">${escapeXml(text)}</tspan>`;

type TextStyle = { size: number; color: string; weight?: 400 | 500 | 600 };

/**
 * Returns a line of text; `x` and `y` are its baseline's start. `tail` is markup that
 * follows on the same line.
 */
function svgText(x: number, y: number, text: string, style: TextStyle, tail = ''): string {
  const { size, color, weight = 400 } = style;
  const attributes = `x="${x}" y="${y}" font-size="${size}" font-weight="${weight}" fill="${color}"`;
  return `<text ${attributes}>${escapeXml(text)}${tail}</text>`;
}

/** Returns the text, truncated with an ellipsis if it has more than that many characters. */
function fitted(text: string, characters: number): string {
  const all = [...text];
  return all.length <= characters
    ? text
    : `${all
        .slice(0, Math.max(0, characters - 1))
        .join('')
        .trimEnd()}…`;
}

/**
 * Escapes text for XML. Removes control characters and lone surrogates, which XML 1.0
 * does not allow even escaped.
 */
function escapeXml(text: string): string {
  return (
    text
      .toWellFormed()
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what XML refuses
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
  );
}
