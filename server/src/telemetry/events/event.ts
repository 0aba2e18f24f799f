import type { CommandState, Performative, ValueAddress } from '@azulejo/contract';
import type { Chain } from '../commands/index.ts';

type Happened = {
  readonly userId: string;
  /** Counted in milliseconds since 1970. */
  readonly at: number;
  readonly cause?: string;
};

/**
 * A value, or the end of a command without one; or a write that is on its way to the device, which the feed does not
 * show.
 */
export type PropertyEvent = Happened & {
  readonly type: 'value' | 'command' | 'write';
  readonly address: ValueAddress;
  readonly io?: Performative;
  readonly data?: unknown;
  /** Says how the command ended. */
  readonly state?: CommandState;
  readonly sender?: string;
  readonly onBehalfOf?: string;
  /** The chain of causes of the command that it opens or ends. */
  readonly chain?: Chain;
};

/**
 * A change of a user's automations. The log says what changed, so that it takes effect at its place in the log however
 * late it is read: a later change is not part of it.
 */
export type AutomationChange =
  /** An automation was created, edited or switched. Without `version`, it stays as it is. */
  | { readonly automation: string; readonly version?: number; readonly enabled: boolean }
  | { readonly removed: string }
  /** Moves these automations before the others. */
  | { readonly order: readonly string[] };

/**
 * An event other than a value, to which a home's automations react. The log contains it to give everything one order,
 * which a replay repeats; the feed does not show it.
 */
export type AutomationInput =
  /** A person, or a step of another automation, runs an automation. */
  | {
      readonly type: 'play';
      readonly data: {
        readonly automation: string;
        readonly checksConditions: boolean;
        readonly person?: string;
      };
    }
  /** A scene was played. */
  | { readonly type: 'scene'; readonly data: { readonly scene: string } }
  /** The address of an automation was called. */
  | { readonly type: 'webhook'; readonly data: { readonly automation: string } }
  /** Automations, or what they name, changed; in the second case without data. */
  | { readonly type: 'home'; readonly data?: AutomationChange }
  /** The server did not run between `from` and the time of the event. */
  | { readonly type: 'downtime'; readonly data: { readonly from: number } }
  /** The machine's clock was set from `from` to the time of the event. */
  | { readonly type: 'clock'; readonly data: { readonly from: number } };

type NewInput = Happened & AutomationInput & { readonly chain?: Chain };

/** An event to append to one user's log. */
export type NewEvent = PropertyEvent | NewInput;

export type EventType = NewEvent['type'];

/** Returns whether the feed shows the event. */
export const isShown = <Row extends { readonly type: EventType }>(
  row: Row,
): row is Row & { readonly type: 'value' | 'command' } => row.type === 'value' || row.type === 'command';
