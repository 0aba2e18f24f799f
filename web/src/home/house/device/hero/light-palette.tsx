import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { colorName, isColor } from '../../../devices/controls/color.ts';
import { Control } from '../../../devices/controls/control.tsx';
import type { ControlProps } from '../../../devices/controls/control-props.ts';
import {
  colorSwatches,
  colorSwatchOf,
  lightColor,
  nearestSwatch,
  whiteColor,
  whiteName,
  whiteSwatches,
} from './lamp-color.ts';
import classes from './lamp-hero.module.css';
import { type HeroProps, Part } from './part.tsx';
import { Segments } from './segments.tsx';

/** Chooses the light's white or colour: eight swatches, and all others behind them. */
export function LightPalette(props: HeroProps & { isWhiteNow: boolean }) {
  const { hero, isWhiteNow } = props;
  const { white, color } = hero.parts;
  const [chosen, setChosen] = useState<'white' | 'color'>();
  const isWhite = white !== undefined && (!color || (chosen ? chosen === 'white' : isWhiteNow));
  const property = isWhite ? white : color;
  if (!property) return null;
  return (
    <div className={classes.palette}>
      {white && color && (
        <Segments
          label={t`Light`}
          value={isWhite ? 'white' : 'color'}
          options={[
            { value: 'white', label: t`White` },
            { value: 'color', label: t`Colour` },
          ]}
          onChange={setChosen}
        />
      )}
      <Part key={property.id} hero={props} property={property} isQuiet className={classes.choice}>
        {(control) => (
          <>
            {isWhite ? <Whites {...control.props} /> : <Colors {...control.props} />}
            <details className={classes.more}>
              <summary>{isWhite ? t`Exact white` : t`Exact colour`}</summary>
              <Control {...control.props} kind={isWhite ? 'white' : 'color'} />
            </details>
          </>
        )}
      </Part>
    </div>
  );
}

function Whites({ label, config, value, numbers, send }: ControlProps) {
  const swatches = whiteSwatches(config.min ?? 153, config.max ?? 500);
  const pressed = nearestSwatch(swatches, typeof value === 'number' ? value : undefined);
  return (
    <fieldset className={classes.swatches} aria-label={t`${label}: swatches`}>
      {swatches.map((mired, index) => (
        <Swatch
          key={mired}
          color={whiteColor(mired)}
          name={`${numbers.text(mired)}, ${whiteName(mired)}`}
          isPressed={index === pressed}
          onPress={() => send(mired)}
        />
      ))}
    </fieldset>
  );
}

function Colors({ label, value, send }: ControlProps) {
  const pressed = colorSwatchOf(isColor(value) ? value : undefined);
  return (
    <fieldset className={classes.swatches} aria-label={t`${label}: swatches`}>
      {colorSwatches.map((color, index) => (
        <Swatch
          key={color.h}
          color={lightColor(color)}
          name={colorName(color)}
          isPressed={index === pressed}
          onPress={() => send(color)}
        />
      ))}
    </fieldset>
  );
}

type SwatchProps = { color: string; name: string; isPressed: boolean; onPress: () => void };

const Swatch = ({ color, name, isPressed, onPress }: SwatchProps) => (
  <button
    type="button"
    className={classes.swatch}
    style={{ background: color }}
    aria-label={name}
    title={name}
    aria-pressed={isPressed}
    onClick={onPress}
  />
);
