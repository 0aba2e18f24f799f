import { t } from '@lingui/core/macro';
import type { CSSProperties } from 'react';
import { IconBulb } from '../../../../design/icons.generated.ts';
import { IconPower } from '../../../../design/page-icons.generated.ts';
import { isColor } from '../../../devices/controls/color.ts';
import { snapToStep, stepFrom } from '../../../devices/controls/number-view.ts';
import type { ControlState } from '../../../devices/controls/use-control.ts';
import { useIsOverruled } from '../../../devices/controls/use-light-choice.ts';
import { useProperty } from '../../../devices/controls/use-property.ts';
import { valueText } from '../../../devices/controls/value-text.ts';
import { usePreferences } from '../../../person/preferences/use-preferences.ts';
import classes from './hero.module.css';
import { lightColor, whiteColor, whiteName } from './lamp-color.ts';
import lamp from './lamp-hero.module.css';
import { LightPalette } from './light-palette.tsx';
import { type HeroProps, Part } from './part.tsx';
import { usePull } from './use-pull.ts';

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

/** Turns a device on or off, whichever it is not. */
function PowerButton({ props, hero }: ControlState & { hero: HeroProps }) {
  const { value, send } = props;
  const text =
    value === true
      ? t({ message: 'Turn off', context: 'device' })
      : t({ message: 'Turn on', context: 'device' });
  const name = hero.isOneOfSeveral ? `${text}: ${hero.hero.component.label}` : text;
  return (
    <button
      type="button"
      className={classes.power}
      aria-label={name}
      data-on={value === true}
      onClick={() => send(value !== true)}
    >
      <IconPower size={20} stroke={1.8} aria-hidden="true" />
      {text}
    </button>
  );
}

/** Shows the brightness as a bar to pull up and down. */
function BrightnessBar({ props, isOn }: ControlState & { isOn: boolean }) {
  const { label, config, value, numbers, send } = props;
  const { min = 0, max = 100 } = config;
  const known = typeof value === 'number' ? value : undefined;
  const { held, handlers } = usePull({
    limits: { min, max },
    valueAt: (_x, y) => snapToStep(max - Math.min(1, Math.max(0, y)) * (max - min), config),
    stepped: (steps) =>
      known === undefined ? undefined : stepFrom(known, steps > 0 ? 1 : -1, scaled(numbers, steps), config),
    onCommit: send,
  });
  const shown = held ?? known;
  const share = shown === undefined ? 0 : (shown - min) / (max - min);
  return (
    <div
      className={lamp.bar}
      role="slider"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={label}
      aria-valuemin={min}
      aria-valuemax={max}
      aria-valuenow={shown ?? min}
      aria-valuetext={shown === undefined ? t`Not known` : numbers.text(shown)}
      data-held={held !== undefined}
      data-on={isOn || held !== undefined}
      style={{ '--share': share } as CSSProperties}
      {...handlers}
    >
      <span className={lamp.fill} />
      <IconBulb size={28} stroke={1.7} aria-hidden="true" />
      {held !== undefined && <output className={lamp.held}>{numbers.text(held)}</output>}
    </div>
  );
}

/** Makes one step as long as several. */
const scaled = (numbers: ControlState['props']['numbers'], steps: number) => ({
  ...numbers,
  step: (numbers.step ?? 1) * Math.abs(steps),
});
