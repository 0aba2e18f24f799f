/**
 * How a shape is painted: `line` and `fine` are strokes, `wash`, `shade` and `deep` fill with rising strength, and
 * `glaze` covers what is below with the ground.
 */
export type Paint = 'line' | 'fine' | 'haze' | 'wash' | 'shade' | 'half' | 'dark' | 'deep' | 'glaze';

export type Shape = readonly [paint: Paint, d: string];

/** A painted tile on a grid of 56: shapes painted once, then those painted in each quarter turn. */
export type Pattern = { readonly once: readonly Shape[]; readonly turned: readonly Shape[] };

const circle = (x: number, y: number, radius: number): string =>
  `M${x - radius} ${y}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0`;

const quarto: Pattern = {
  once: [
    ['wash', 'M28 13 43 28 28 43 13 28Z'],
    ['line', 'M28 13 43 28 28 43 13 28Z'],
    ['deep', 'M28 22.5 33.5 28 28 33.5 22.5 28Z'],
  ],
  turned: [
    ['wash', 'M0 0H11A11 11 0 0 1 0 11Z'],
    ['line', 'M0 20A20 20 0 0 0 20 0M0 11A11 11 0 0 0 11 0'],
  ],
};

const STAR =
  'M28 6 33.6 14.5 43.6 12.4 41.5 22.4 50 28 41.5 33.6 43.6 43.6 33.6 41.5 28 50 22.4 41.5 12.4 43.6 14.5 33.6 6 28 14.5 22.4 12.4 12.4 22.4 14.5Z';

const estrela: Pattern = {
  once: [
    ['wash', STAR],
    ['line', STAR + circle(28, 28, 8)],
    ['deep', circle(28, 28, 3.4)],
  ],
  turned: [
    ['deep', 'M0 0H8L0 8Z'],
    ['line', 'M14 0 0 14'],
  ],
};

const diamante: Pattern = {
  once: [
    ['wash', 'M28 0 56 28 28 56 0 28Z'],
    ['half', 'M28 0 28 28 0 28Z'],
    ['shade', 'M56 28 28 28 28 56Z'],
    ['line', 'M28 0 56 28 28 56 0 28ZM0 12 12 0M44 0 56 12M56 44 44 56M12 56 0 44'],
    ['glaze', 'M28 20.5 35.5 28 28 35.5 20.5 28Z'],
    ['deep', 'M28 23 33 28 28 33 23 28Z'],
  ],
  turned: [['deep', 'M0 0H5L0 5Z']],
};

const laco: Pattern = {
  once: [['deep', circle(28, 28, 4)]],
  turned: [
    ['wash', 'M28 28C13 25 3 15 0 0C15 3 25 13 28 28ZM21 0A7 7 0 0 0 35 0Z'],
    ['line', 'M28 28C13 25 3 15 0 0C15 3 25 13 28 28ZM21 0A7 7 0 0 0 35 0'],
    ['fine', 'M22 22 6 6'],
    ['deep', 'M25 0A3 3 0 0 0 31 0Z'],
  ],
};

const folha: Pattern = {
  once: [
    ['line', circle(28, 28, 4.6)],
    ['deep', circle(28, 28, 1.9)],
  ],
  turned: [
    ['wash', 'M28 21C22 15 23 8 28 3C33 8 34 15 28 21Z'],
    ['line', 'M28 21C22 15 23 8 28 3C33 8 34 15 28 21ZM0 16C8 16 16 8 16 0'],
    ['fine', 'M28 18V9'],
    ['dark', 'M0 9A9 9 0 0 0 9 0H0Z'],
    ['deep', 'M23 23C19 22 17 20 15 15C20 17 22 19 23 23Z'],
  ],
};

/** The scales of one row begin half a scale further left than those of the next. */
const scales = [0, 1, 2, 3].flatMap((row) =>
  (row % 2 === 0 ? [0, 28] : [-14, 14, 42]).map((x) => ({ x, y: 14 * (row + 1) })),
);

const escama: Pattern = {
  once: [
    ['haze', 'M0 0H56V56H0Z'],
    ['line', scales.map(({ x, y }) => `M${x} ${y}a14 14 0 0 1 28 0`).join('')],
    ['deep', scales.map(({ x, y }) => `M${x + 9} ${y}a5 5 0 0 1 10 0Z`).join('')],
  ],
  turned: [],
};

const xadrez: Pattern = {
  once: [
    ['wash', 'M28 4 52 28 28 52 4 28Z'],
    ['line', 'M28 4 52 28 28 52 4 28Z'],
    ['fine', 'M28 11.5 44.5 28 28 44.5 11.5 28Z'],
    ['deep', 'M28 19 37 28 28 37 19 28Z'],
  ],
  turned: [
    ['dark', 'M0 0H12L0 12Z'],
    ['fine', 'M0 18 18 0'],
  ],
};

const FOUR_LEAVES = 'M19 19A9.5 9.5 0 1 1 37 19A9.5 9.5 0 1 1 37 37A9.5 9.5 0 1 1 19 37A9.5 9.5 0 1 1 19 19Z';

const cruz: Pattern = {
  once: [
    ['wash', FOUR_LEAVES],
    ['line', FOUR_LEAVES],
    ['fine', 'M28 20 36 28 28 36 20 28Z'],
    ['deep', circle(28, 28, 3)],
  ],
  turned: [
    ['deep', circle(28, 13.4, 2)],
    ['dark', 'M0 9A9 9 0 0 0 9 0H0Z'],
    ['fine', 'M0 14A14 14 0 0 0 14 0'],
  ],
};

/** The eight patterns of Home, each with its Portuguese name: quarter, star, diamond, bow, leaf, scale, check, cross. */
export const patterns: readonly Pattern[] = [quarto, estrela, diamante, laco, folha, escama, xadrez, cruz];
