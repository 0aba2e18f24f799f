import type { CommandState, Performative, ValueAddress } from '@azulejo/contract';
import type { Chain } from '../commands/index.ts';

/** An event to append to one user's log. Times are milliseconds since 1970. */
export type NewEvent = {
  readonly userId: string;
  readonly at: number;
  readonly type: 'value' | 'command';
  readonly address: ValueAddress;
  readonly io?: Performative | undefined;
  readonly data?: unknown;
  /** How the command ended. */
  readonly state?: CommandState | undefined;
  readonly sender?: string | undefined;
  readonly onBehalfOf?: string | undefined;
  readonly cause?: string | undefined;
  /** The chain of causes of the command that it ends. */
  readonly chain?: Chain | undefined;
};
