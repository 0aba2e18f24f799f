import type { RenderedTile } from '@azulejo/sdk';
import classes from './tile-switch.module.css';

type Toggle = NonNullable<RenderedTile['toggle']>;

const words: Readonly<Record<Toggle['icon'], Readonly<Record<Toggle['state'], string>>>> = {
  on_off: { on: 'On', off: 'Off', unknown: 'Not known' },
  lock: { on: 'Locked', off: 'Unlocked', unknown: 'Not known' },
  home: { on: 'Home', off: 'Away', unknown: 'Not known' },
};

export const toggleWord = ({ icon, state }: Toggle): string => words[icon][state];

export type TileSwitchProps = {
  /** The name of what it switches. */
  name: string;
  toggle: Toggle;
  isPending: boolean;
  /** Called with the value to write. */
  onToggle: (data: unknown) => void;
};

/** The switch on a tile; the tile shows its state in words. */
export function TileSwitch({ name, toggle, isPending, onToggle }: TileSwitchProps) {
  const { state, write } = toggle;
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
      <span className={classes.track}>
        <span className={classes.knob} />
      </span>
    </button>
  );
}
