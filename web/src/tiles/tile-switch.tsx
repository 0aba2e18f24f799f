import type { RenderedTile } from '@azulejo/sdk';
import classes from './tile-switch.module.css';

type Toggle = NonNullable<RenderedTile['toggle']>;

const words: Readonly<Record<Toggle['icon'], Readonly<Record<Toggle['state'], string>>>> = {
  on_off: { on: 'On', off: 'Off', unknown: 'Not known' },
  lock: { on: 'Locked', off: 'Unlocked', unknown: 'Not known' },
  home: { on: 'Home', off: 'Away', unknown: 'Not known' },
};

export type TileSwitchProps = {
  /** Of what it switches. */
  name: string;
  toggle: Toggle;
  isPending: boolean;
  /** Gets what is to be written. */
  onToggle: (data: unknown) => void;
};

/** A switch with its state in words: colour and place alone say nothing to some. */
export function TileSwitch({ name, toggle, isPending, onToggle }: TileSwitchProps) {
  const { state, icon, write } = toggle;
  return (
    <button
      type="button"
      role="switch"
      aria-checked={state === 'on'}
      aria-label={`${name}, ${toggle.label}`}
      aria-busy={isPending}
      className={classes.switch}
      data-state={state}
      onClick={() => onToggle(state === 'on' ? write.off : write.on)}
    >
      <span className={classes.word} aria-hidden="true">
        {words[icon][state]}
      </span>
      <span className={classes.track}>
        <span className={classes.knob} />
      </span>
    </button>
  );
}
