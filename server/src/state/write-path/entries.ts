import type { ValueAddress } from '@azulejo/contract';
import type { ChannelAccess } from '../../core/access/index.ts';
import type { Actor } from '../../core/domain-events/index.ts';
import type { CommandRecord } from '../commands/index.ts';
import type { Slot } from './slots.ts';

type About = {
  readonly address: ValueAddress;
  /** Of the address; the same for all entries about one property. */
  readonly key: string;
  /** Called once it is stored, before anybody is told of it. */
  whenStored?: () => void;
};

/** A value that is said, checked against its slot. */
type CheckedValue = About & {
  readonly channel: ChannelAccess;
  readonly slot: Slot;
  readonly data: unknown;
  /** The data as JSON. */
  readonly text: string;
};

/** `ir` or `iw` of who stands behind the channel. */
export type Report = CheckedValue & {
  readonly kind: 'report';
  /** `ir`: said in answer to a read, and no word on a write unless it equals what that asked for. */
  readonly isAnswer: boolean;
  /** When it was stored. */
  timestamp?: number;
};

/** `w` of somebody who may use the channel. */
export type Write = CheckedValue & {
  readonly kind: 'write';
  readonly actor: Actor;
  /** The user in whose name the owner is asked. */
  readonly requesterId: string;
  /** The command as it was stored. */
  record?: CommandRecord;
};

/** `r`. */
export type Read = About & {
  readonly kind: 'read';
  readonly channel: ChannelAccess;
  readonly actor: Actor;
  readonly requesterId: string;
};

/** An `r` that was passed on and not answered in time. */
export type LateRead = About & { readonly kind: 'late-read' };

/** A command whose deadline has passed. */
export type Overdue = About & {
  readonly kind: 'overdue';
  readonly channel: ChannelAccess;
  readonly commandId: string;
};

export type Entry = Report | Write | Read | LateRead | Overdue;

/** No id holds a line feed. */
export const keyOf = ({ channelId, componentId, propertyId }: ValueAddress): string =>
  `${channelId}\n${componentId}\n${propertyId}`;
