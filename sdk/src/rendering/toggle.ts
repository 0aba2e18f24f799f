import { type Dictionary, isSame, type OwnState, stateIn } from '@azulejo/model';
import type { Action } from '../api/types.generated.ts';
import type { Bound } from './bind.ts';
import { labelOf } from './slot.ts';

/** The switch on a tile. */
export type Toggle = {
  readonly label: string;
  readonly state: 'on' | 'off' | 'unknown';
  readonly icon: Action['options']['icon'];
  /** The write that turns it on or off. */
  readonly write: {
    readonly component: string;
    readonly property: string;
    readonly on: unknown;
    readonly off: unknown;
  };
};

/**
 * Returns the toggle for a tile's first action, or undefined if it is not a tri-state
 * (android-app 5.2, ios-app 5.5).
 */
export function renderToggle(
  { part, component, property }: Bound<Action>,
  value: unknown,
): Toggle | undefined {
  if (part.type !== 'tri-state') return undefined;
  const { on = true, off = false }: { on?: unknown; off?: unknown } = part.options.mappings ?? {};
  const icon = part.options.icon === 'home' || part.options.icon === 'lock' ? part.options.icon : 'on_off';
  const state = isSame(value, on) ? 'on' : isSame(value, off) ? 'off' : 'unknown';
  return {
    label: labelOf(part, property),
    state,
    icon,
    write: { component, property: part.property, on, off },
  };
}

const ownWords: Readonly<Record<Toggle['icon'], Readonly<Record<Toggle['state'], OwnState>>>> = {
  on_off: { on: 'On', off: 'Off', unknown: 'Not known' },
  lock: { on: 'Locked', off: 'Unlocked', unknown: 'Not known' },
  home: { on: 'Home', off: 'Away', unknown: 'Not known' },
};

/** Returns a toggle's state in a word, in English unless there are words of another language. */
export const toggleWord = ({ icon, state }: Pick<Toggle, 'icon' | 'state'>, words?: Dictionary): string =>
  stateIn(words, ownWords[icon][state]);
