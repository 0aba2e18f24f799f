import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { type Color, colorName, isColor } from './color.ts';
import type { ControlProps } from './control-props.ts';
import { RangeInput } from './range-input.tsx';
import classes from './sliders.module.css';

const HUES = `linear-gradient(to right, ${[0, 60, 120, 180, 240, 300, 360].map((h) => `hsl(${h} 100% 50%)`).join(', ')})`;
const WHITE: Color = { h: 40, s: 0, v: 100 };
const paint = ({ h, s }: Color) => `hsl(${h} ${s}% ${100 - s / 2}%)`;

/** Changes hue and saturation; the brightness stays the same. */
export function ColorControl({ label, value, isDisabled, send }: ControlProps) {
  const [moved, setMoved] = useState<Color>();
  const known = isColor(value) ? value : undefined;
  const { h, s, v = 100 } = moved ?? known ?? WHITE;
  const commit = (color: Color) => {
    setMoved(undefined);
    send(color);
  };
  const isKnown = known !== undefined || moved !== undefined;
  return (
    <div className={classes.color}>
      <span
        className={classes.swatch}
        data-known={isKnown}
        style={isKnown ? { background: paint({ h, s, v }) } : {}}
        aria-hidden="true"
      />
      <div className={classes.stack}>
        <RangeInput
          label={t`${label}: hue`}
          min={0}
          max={360}
          step={1}
          value={isKnown ? h : undefined}
          isDisabled={isDisabled}
          textOf={(at) => t`${{ color: colorName({ h: at, s: 100 }) }}, ${at} degrees`}
          onMove={(at) => setMoved({ h: at, s, v })}
          onCommit={(at) => commit({ h: at, s, v })}
          track={HUES}
        />
        <RangeInput
          label={t`${label}: saturation`}
          min={0}
          max={100}
          step={1}
          value={isKnown ? s : undefined}
          isDisabled={isDisabled}
          textOf={(at) => t`${at} percent`}
          onMove={(at) => setMoved({ h, s: at, v })}
          onCommit={(at) => commit({ h, s: at, v })}
          track={`linear-gradient(to right, #fff, hsl(${h} 100% 50%))`}
        />
      </div>
    </div>
  );
}
