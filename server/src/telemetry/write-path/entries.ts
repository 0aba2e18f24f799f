import type { ValueAddress } from '@azulejo/contract';
import { valueKey } from '@azulejo/model';
import type { ChannelAccess } from '../../core/access/index.ts';
import type { Actor } from '../../core/domain-events/index.ts';
import type { Chain, CommandRecord } from '../commands/index.ts';
import type { ValueSpec } from './value-specs.ts';

type About = {
  readonly address: ValueAddress;
  /** The key of the address, the same for all entries about one property. */
  readonly key: string;
  /** Called with the outcome once the entry is stored, before subscribers are notified. */
  readonly whenStored?: (outcome: Outcome) => void;
};

/** A value of a message, checked against its spec. */
type CheckedValue = About & {
  readonly channel: ChannelAccess;
  readonly spec: ValueSpec;
  readonly data: unknown;
  /** The data, serialized as JSON. */
  readonly text: string;
};

/** A stored value, by its time; the time is undefined when there is none. */
export type Replaced = { readonly timestamp: number | undefined };

/** An `ir` or `iw` of the channel's owner. */
export type Report = CheckedValue & {
  readonly kind: 'report';
  /** An `ir` is the reply to a read. It answers a write only if it equals the requested value. */
  readonly isAnswer: boolean;
  /** The only value that it may replace; undefined for a report that replaces any. */
  readonly replaces?: Replaced;
};

/** A `w` of an actor that may use the channel. */
export type Write = CheckedValue & {
  readonly kind: 'write';
  readonly actor: Actor;
  /** The user on whose behalf the owner receives the request. */
  readonly requesterId: string;
  /** The step of an automation's run that requests it; undefined for a request of a person or a client. */
  readonly step?: { readonly commandId: string; readonly chain: Chain };
};

/** An `r` of an actor that may use the channel. */
export type Read = About & {
  readonly kind: 'read';
  readonly channel: ChannelAccess;
  readonly actor: Actor;
  readonly requesterId: string;
};

/** An `r` that was forwarded to the owner and not answered in time. */
export type LateRead = About & { readonly kind: 'late-read' };

/** A command whose deadline has passed. */
export type Overdue = About & {
  readonly kind: 'overdue';
  readonly channel: ChannelAccess;
  readonly commandId: string;
};

/** Derives the value of a person's own channel without a report, because of the time or of what it depends on. */
export type Refresh = About & { readonly kind: 'refresh'; readonly channel: ChannelAccess };

export type Entry = Report | Write | Read | LateRead | Overdue | Refresh;

/** The time at which a report was stored, or the command of a write. A report that was left out has no outcome. */
export type Outcome = number | CommandRecord | undefined;

/** The outcome of an entry of this kind. */
export type OutcomeOf<E extends { readonly kind: string }> = E extends Write
  ? CommandRecord
  : E extends Report
    ? number | undefined
    : undefined;

export const keyOf = ({ channelId, componentId, propertyId }: ValueAddress): string =>
  valueKey(channelId, componentId, propertyId);
