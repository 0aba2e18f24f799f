import { type Paint, type Pattern, patterns, type Shape } from './pattern-shapes.ts';
import classes from './patterns.module.css';

/** The painted tile's width and height, in CSS pixels. */
const SIDE = 56;
/** Width of the wall, in tiles: the widest screens show fewer. */
const WALL_TILES = 100;

const fills: Readonly<Record<Exclude<Paint, 'line' | 'fine' | 'glaze'>, number>> = {
  haze: 0.07,
  wash: 0.16,
  shade: 0.2,
  half: 0.42,
  dark: 0.82,
  deep: 1,
};

const idOf = (index: number): string => `azulejo-pattern-${index % patterns.length}`;

/** Defines the patterns, once per document: everything that shows one refers to it. */
export function PatternDefinitions() {
  return (
    <svg className={classes.definitions} width="0" height="0" aria-hidden="true" focusable="false">
      <defs>
        {patterns.map((pattern, index) => (
          <PaintedTile key={idOf(index)} id={idOf(index)} pattern={pattern} />
        ))}
      </defs>
    </svg>
  );
}

function PaintedTile({ id, pattern: { once, turned } }: { id: string; pattern: Pattern }) {
  const quarter = `${id}-quarter`;
  return (
    <pattern id={id} width={SIDE} height={SIDE} patternUnits="userSpaceOnUse">
      {turned.length > 0 && (
        <>
          <g id={quarter}>{turned.map(paint)}</g>
          {[90, 180, 270].map((angle) => (
            <use key={angle} href={`#${quarter}`} transform={`rotate(${angle} 28 28)`} />
          ))}
        </>
      )}
      {once.map(paint)}
      <path d="M0 0H56M0 0V56" className={classes.joint} fill="none" strokeWidth="1.5" />
    </pattern>
  );
}

function paint([how, d]: Shape) {
  const key = how + d;
  if (how === 'glaze') return <path key={key} d={d} className={classes.ground} />;
  if (how === 'line' || how === 'fine')
    return (
      <path
        key={key}
        d={d}
        fill="none"
        className={classes.line}
        strokeWidth={how === 'fine' ? 1.1 : 1.6}
        strokeLinejoin="round"
      />
    );
  return <path key={key} d={d} className={classes.fill} fillOpacity={fills[how]} />;
}

type Props = { index: number; className?: string };

/** Draws a wall of a pattern, counted from the right edge, so that the last tile is whole. It is decoration. */
export function PatternWall({ index, className }: Props) {
  const width = SIDE * WALL_TILES;
  return (
    <svg className={`${classes.wall} ${className ?? ''}`} aria-hidden="true" focusable="false">
      <svg x="100%" overflow="visible" aria-hidden="true">
        <rect x={-width} width={width} height="100%" fill={`url(#${idOf(index)})`} />
      </svg>
    </svg>
  );
}

/** Draws one tile of a pattern, as small as its place. It is decoration. */
export function PatternSwatch({ index, className }: Props) {
  return (
    <svg
      viewBox={`0 0 ${SIDE} ${SIDE}`}
      className={`${classes.swatch} ${className ?? ''}`}
      aria-hidden="true"
      focusable="false"
    >
      <rect width={SIDE} height={SIDE} fill={`url(#${idOf(index)})`} />
    </svg>
  );
}
