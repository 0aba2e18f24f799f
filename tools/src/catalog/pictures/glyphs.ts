import type { Palette } from './palette.ts';

type Glyph = (palette: Palette) => string;

const disc = (x: number, y: number, r: number, fill: string): string =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}"/>`;

const box = (x: number, y: number, width: number, height: number, rx: number, fill: string): string =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${rx}" fill="${fill}"/>`;

const path = (d: string, fill = 'none'): string => `<path d="${d}" fill="${fill}"/>`;

/** Returns a shape without outline. */
const spot = (shape: string): string => `<g stroke="none">${shape}</g>`;

const accented = ({ accent }: Palette, shapes: string): string => `<g stroke="${accent}">${shapes}</g>`;

const waves = (palette: Palette, left: string, right: string): string =>
  accented(palette, path(left) + path(right));

const bulb = (fill: string): string =>
  path('M76 132 C76 112 52 100 52 68 A48 48 0 0 1 148 68 C148 100 124 112 124 132 Z', fill) +
  path('M80 152 H120 M86 172 H114');

const rays = (palette: Palette): string =>
  accented(palette, path('M100 2 V-14 M30 30 L18 18 M170 30 L182 18 M24 84 H6 M176 84 H194'));

const plugFace = (x: number, y: number, r: number, { wash, line }: Palette): string =>
  disc(x, y, r, wash) + spot(disc(x - r * 0.4, y, r * 0.16, line) + disc(x + r * 0.4, y, r * 0.16, line));

const cloud = (fill: string): string =>
  path('M54 128 A32 32 0 0 1 58 64 A44 44 0 0 1 142 56 A36 36 0 0 1 146 128 Z', fill);

const drop = (x: number, y: number, scale: number, fill: string): string =>
  `<g transform="translate(${x} ${y}) scale(${scale})">${path('M0 -60 C24 -26 40 -8 40 18 A40 40 0 0 1 -40 18 C-40 -8 -24 -26 0 -60 Z', fill)}</g>`;

const thermometer = ({ wash, accent }: Palette): string =>
  path('M82 116 V40 A18 18 0 0 1 118 40 V116 A34 34 0 1 1 82 116 Z', wash) +
  spot(disc(100, 142, 18, accent)) +
  `<path d="M100 140 V72" stroke="${accent}" stroke-width="12"/>`;

const person = (fill: string): string =>
  disc(100, 58, 26, fill) + path('M54 164 V146 A46 46 0 0 1 146 146 V164 Z', fill);

const alarmBody = ({ wash, medallion }: Palette): string =>
  disc(100, 100, 72, wash) + disc(100, 100, 40, medallion);

const flame = 'M100 66 C112 82 126 92 122 112 A22 22 0 0 1 78 112 C77 100 86 96 88 84 C94 88 98 80 100 66 Z';

const molecule = ({ accent, line }: Palette): string =>
  `<text x="100" y="113" font-family="DejaVu Sans, sans-serif" font-weight="700" font-size="34" text-anchor="middle" fill="${line}" stroke="none">CO</text>` +
  spot(disc(100, 46, 7, accent));

const glyphs = {
  'color-light': (p) =>
    `<defs><clipPath id="bulb"><path d="M76 132 C76 112 52 100 52 68 A48 48 0 0 1 148 68 C148 100 124 112 124 132 Z"/></clipPath></defs>` +
    `<g clip-path="url(#bulb)" stroke="none">${box(40, 10, 42, 130, 0, '#d96b5b')}${box(78, 10, 44, 130, 0, '#e8b84a')}${box(118, 10, 42, 130, 0, '#6aa88f')}</g>` +
    bulb('none') +
    rays(p),
  'white-light': (p) => bulb(p.wash) + rays(p),
  dimmer: (p) =>
    disc(100, 104, 56, p.wash) +
    accented(p, path('M100 104 L132 72')) +
    path('M40 164 A84 84 0 1 1 160 164') +
    spot(disc(40, 164, 9, p.line) + disc(160, 164, 9, p.accent)),
  plug: (p) =>
    box(30, 30, 140, 140, 30, 'none') +
    plugFace(100, 100, 46, p) +
    accented(p, path('M100 62 V66 M100 134 V138')),
  'multi-socket': (p) =>
    box(8, 52, 184, 96, 26, 'none') +
    plugFace(60, 100, 32, p) +
    plugFace(140, 100, 32, p) +
    spot(disc(100, 130, 6, p.accent)),
  switch: (p) =>
    box(38, 22, 124, 156, 22, 'none') +
    box(62, 46, 76, 108, 12, p.wash) +
    path('M62 100 H138') +
    spot(disc(100, 72, 8, p.accent)),
  thermostat: (p) =>
    disc(100, 100, 78, p.wash) +
    disc(100, 100, 52, p.medallion) +
    accented(p, path('M45 155 A78 78 0 0 1 100 22')) +
    path('M100 76 V124 M76 100 H124'),
  'climate-sensor': (p) =>
    `<g transform="translate(-30 0)">${thermometer(p)}</g>${drop(146, 96, 0.62, p.wash)}`,
  contact: (p) =>
    box(34, 22, 78, 156, 12, p.wash) +
    box(138, 52, 30, 96, 10, 'none') +
    spot(disc(94, 100, 7, p.accent)) +
    accented(p, path('M122 84 V84.1 M122 100 V100.1 M122 116 V116.1')),
  motion: (p) =>
    disc(108, 32, 18, p.wash) +
    path('M104 62 L84 108 L112 130 L104 176 M84 108 L62 172 M98 76 L134 100 M96 78 L62 96') +
    waves(p, 'M158 60 A60 60 0 0 1 158 132', 'M180 44 A88 88 0 0 1 180 148'),
  presence: (p) => person(p.wash) + waves(p, 'M34 40 A84 84 0 0 0 34 120', 'M166 40 A84 84 0 0 1 166 120'),
  leak: (p) =>
    drop(100, 78, 1.05, p.wash) + accented(p, path('M24 168 Q43 152 62 168 T100 168 T138 168 T176 168')),
  smoke: (p) => alarmBody(p) + spot(path(flame, p.accent)),
  'carbon-monoxide': (p) => alarmBody(p) + molecule(p),
  gas: (p) =>
    alarmBody(p) +
    `<g transform="translate(0 4)">${path('M82 116 Q70 100 84 88 T86 64 M104 118 Q92 102 106 90 T108 66')}</g>` +
    spot(disc(122, 118, 7, p.accent)),
  'air-quality': (p) =>
    cloud(p.wash) + path('M40 152 H124 A16 16 0 1 1 108 172') + accented(p, path('M146 152 H168')),
  illuminance: (p) =>
    disc(100, 100, 40, p.wash) +
    accented(
      p,
      path(
        'M100 36 V16 M100 184 V164 M36 100 H16 M184 100 H164 M55 55 L41 41 M145 145 L159 159 M55 145 L41 159 M145 55 L159 41',
      ),
    ),
  lock: (p) =>
    path('M64 92 V62 A36 36 0 0 1 136 62 V92') +
    box(40, 92, 120, 88, 18, p.wash) +
    spot(disc(100, 128, 12, p.accent)) +
    accented(p, path('M100 132 V152')),
  cover: (p) =>
    box(28, 20, 144, 160, 10, 'none') +
    box(28, 20, 144, 92, 10, p.wash) +
    path('M28 44 H172 M28 66 H172 M28 88 H172') +
    accented(p, path('M100 112 V140')) +
    spot(disc(100, 144, 8, p.accent)),
  fan: (p) =>
    [0, 120, 240]
      .map(
        (turn) =>
          `<g transform="rotate(${turn} 100 100)">${path('M100 88 C74 76 70 26 104 18 C136 12 142 52 112 92 Z', p.wash)}</g>`,
      )
      .join('') + disc(100, 100, 15, p.accent),
  siren: (p) =>
    path('M56 142 V100 A44 44 0 0 1 144 100 V142 Z', p.wash) +
    box(36, 142, 128, 32, 10, 'none') +
    accented(p, path('M100 36 V14 M46 58 L30 44 M154 58 L170 44 M100 92 V118')),
  button: (p) =>
    box(28, 28, 144, 144, 40, 'none') + disc(100, 100, 46, p.wash) + spot(disc(100, 100, 16, p.accent)),
  vibration: (p) =>
    `<g transform="rotate(12 100 100)">${box(64, 44, 72, 112, 16, p.wash)}</g>` +
    waves(p, 'M44 66 Q30 82 44 98 T44 134', 'M158 66 Q172 82 158 98 T158 134'),
  valve: (p) =>
    path('M22 92 H118 A42 42 0 0 1 160 134 V144 H122 V136 A8 8 0 0 0 114 128 H22 Z', p.wash) +
    path('M22 78 V142 M82 92 V58') +
    accented(p, path('M50 52 H114')) +
    spot(path('M141 160 C149 171 153 176 153 183 A12 12 0 0 1 129 183 C129 176 133 171 141 160 Z', p.accent)),
  device: (p) =>
    box(34, 74, 132, 104, 22, p.wash) +
    path('M64 74 V40 M136 74 V56') +
    spot(disc(64, 30, 10, p.accent)) +
    accented(p, path('M68 126 H104')) +
    spot(disc(134, 126, 9, p.line)),
  meter: (p) =>
    box(36, 22, 128, 156, 18, 'none') +
    box(56, 44, 88, 42, 8, p.wash) +
    accented(p, path('M108 98 L86 130 H112 L94 160')),
} satisfies Record<string, Glyph>;

export type PictureKind = keyof typeof glyphs;

export const pictureKinds = Object.keys(glyphs).filter((kind): kind is PictureKind => kind in glyphs);

/** Returns the glyph of a kind of device as SVG, in a square of 200. */
export function glyphOf(kind: PictureKind, palette: Palette): string {
  return glyphs[kind](palette);
}

/** Returns the glyph for users without a photo. */
export function personGlyph(palette: Palette): string {
  return person(palette.wash);
}
