import type { CommandState, Performative, ValueAddress } from '@azulejo/contract';

/** What one user is told. Times are milliseconds since 1970. */
export type NewEvent = {
  readonly userId: string;
  readonly at: number;
  readonly type: 'value' | 'command';
  readonly address: ValueAddress;
  readonly io?: Performative | undefined;
  readonly data?: unknown;
  /** Of a command: how it ended. */
  readonly state?: CommandState | undefined;
  readonly sender?: string | undefined;
  readonly onBehalfOf?: string | undefined;
  readonly cause?: string | undefined;
};
