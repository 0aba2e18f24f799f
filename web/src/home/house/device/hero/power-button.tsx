import { t } from '@lingui/core/macro';
import { IconPower } from '../../../../design/page-icons.generated.ts';
import type { ControlState } from '../../../devices/controls/use-control.ts';
import classes from './hero.module.css';
import type { HeroProps } from './part.tsx';

/** Turns a device on or off, whichever it is not. */
export function PowerButton({ props, hero }: ControlState & { hero: HeroProps }) {
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
