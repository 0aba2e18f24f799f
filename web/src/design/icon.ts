import { createElement, type SVGProps } from 'react';

type Props = Omit<SVGProps<SVGSVGElement>, 'stroke'> & {
  /** Sets width and height, in CSS pixels. */
  size?: number | string;
  /** Width of the lines, on a grid of 24. */
  stroke?: number | string;
};

export type Icon = (props: Props) => React.ReactElement;

const OUTLINE = { fill: 'none', strokeLinecap: 'round', strokeLinejoin: 'round' } as const;

type Drawing = { name: string; paths: readonly string[]; isFilled: boolean };

function draw({ name, paths, isFilled }: Drawing, props: Props) {
  const { size = 24, stroke = 2, className, ...others } = props;
  const look = isFilled
    ? { fill: 'currentColor' }
    : { ...OUTLINE, stroke: 'currentColor', strokeWidth: stroke };
  const classes = ['icon', `icon-${name}`, className].filter(Boolean).join(' ');
  const attributes = { viewBox: '0 0 24 24', width: size, height: size, className: classes };
  const children = paths.map((d) => createElement('path', { key: d, d }));
  return createElement('svg', { ...attributes, ...look, ...others }, children);
}

const define = (drawing: Drawing): Icon =>
  Object.assign((props: Props) => draw(drawing, props), { displayName: drawing.name });

/** Defines an icon of lines, from the data of its paths on a grid of 24. */
export const defineOutline = (name: string, ...paths: readonly string[]): Icon =>
  define({ name, paths, isFilled: false });

/** Defines an icon of filled areas, from the data of its paths on a grid of 24. */
export const defineFilled = (name: string, ...paths: readonly string[]): Icon =>
  define({ name, paths, isFilled: true });
