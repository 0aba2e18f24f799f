import type { CommandState, Performative, ValueAddress } from '@azulejo/contract';

/** An event to append to one user's log. Times are milliseconds since 1970. */
export type NewEvent = {
  readonly userId: string;
  readonly at: number;
  readonly type: 'value' | 'command';
  readonly address: ValueAddress;
  readonly io?: Performative | undefined;
  readonly data?: unknown;
  /** The outcome, for events of type `command`. */
  readonly state?: CommandState | undefined;
  readonly sender?: string | undefined;
  readonly onBehalfOf?: string | undefined;
  readonly cause?: string | undefined;
};
