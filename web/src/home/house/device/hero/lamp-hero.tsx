import { t } from '@lingui/core/macro';
import type { CSSProperties } from 'react';
import { isColor } from '../../../devices/controls/color.ts';
import { useIsOverruled } from '../../../devices/controls/use-light-choice.ts';
import { useProperty } from '../../../devices/controls/use-property.ts';
import { valueText } from '../../../devices/controls/value-text.ts';
import { usePreferences } from '../../../person/preferences/use-preferences.ts';
import { BrightnessBar } from './brightness-bar.tsx';
import classes from './hero.module.css';
import { lightColor, whiteColor, whiteName } from './lamp-color.ts';
import lamp from './lamp-hero.module.css';
import { LightPalette } from './light-palette.tsx';
import { type HeroProps, Part } from './part.tsx';
import { PowerButton } from './power-button.tsx';

/** Shows a lamp: its brightness as a bar to pull, its light, and its power. */
export function LampHero(props: HeroProps) {
  const { hero } = props;
  const { brightness, power, white, color } = hero.parts;
  const light = useLight(props);
  return (
    <div className={lamp.lamp} style={{ '--light': light.color } as CSSProperties} data-on={light.isOn}>
      {brightness && (
        <Part hero={props} property={brightness} className={lamp.level}>
          {(control) => <BrightnessBar {...control} isOn={light.isOn} />}
        </Part>
      )}
      <div className={lamp.side}>
        <p className={classes.display}>
          {light.isOn ? light.level : light.isKnown ? t`Off` : '–'}
          {light.isOn && light.unit && <small>{light.unit}</small>}
        </p>
        <p className={classes.state}>{light.text}</p>
        {(white || color) && <LightPalette {...props} isWhiteNow={light.isWhite} />}
      </div>
      {power && (
        <Part hero={props} property={power} isQuiet={brightness !== undefined} className={classes.powerPart}>
          {(control) => <PowerButton {...control} hero={props} />}
        </Part>
      )}
    </div>
  );
}

/** Returns how the lamp shines, in words and as a colour. */
function useLight({ channel, hero: { component, parts } }: HeroProps) {
  const reading = usePreferences();
  const { brightness, power, white, color } = parts;
  const level = useProperty(channel, component, brightness).shown;
  const status = useProperty(channel, component, power).shown;
  const isKnown = typeof status === 'boolean' || !power;
  const isOn = isKnown && status !== false;
  const mired = useProperty(channel, component, white).shown;
  const hue = useProperty(channel, component, color).shown;
  const isOverruled = useIsOverruled(channel, component, white);
  const isWhite = white !== undefined && !isOverruled;
  const shown = typeof level === 'number' && brightness && valueText(level, brightness, reading);
  const [number = t`On`, unit] = shown ? shown.split(/\s/) : [];
  const tone =
    isWhite && typeof mired === 'number'
      ? { color: whiteColor(mired), text: `${whiteName(mired)}, ${valueText(mired, white, reading)}` }
      : color && !isWhite && isColor(hue)
        ? { color: lightColor(hue), text: valueText(hue, color, reading) }
        : { color: 'var(--azulejo-on)', text: undefined };
  return {
    isKnown,
    isOn,
    isWhite,
    level: number,
    unit,
    color: tone.color,
    text: isOn ? [t`On`, tone.text].filter(Boolean).join(' · ') : isKnown ? '' : t`Not known yet`,
  };
}
