import { t } from '@lingui/core/macro';
import type { CSSProperties } from 'react';
import { IconBulb } from '../../../../design/icons.generated.ts';
import { snapToStep, stepFrom } from '../../../devices/controls/number-view.ts';
import type { ControlState } from '../../../devices/controls/use-control.ts';
import classes from './lamp-hero.module.css';
import { usePull } from './use-pull.ts';

/** Shows the brightness as a bar to pull up and down. */
export function BrightnessBar({ props, isOn }: ControlState & { isOn: boolean }) {
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
      className={classes.bar}
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
      <span className={classes.fill} />
      <IconBulb size={28} stroke={1.7} aria-hidden="true" />
      {held !== undefined && <output className={classes.held}>{numbers.text(held)}</output>}
    </div>
  );
}

/** Makes one step as long as several. */
const scaled = (numbers: ControlState['props']['numbers'], steps: number) => ({
  ...numbers,
  step: (numbers.step ?? 1) * Math.abs(steps),
});
