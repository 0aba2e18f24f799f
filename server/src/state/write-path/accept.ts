import type { ClientMessage, ValueAddress } from '@azulejo/contract';
import type { ChannelAccess } from '../../core/access/index.ts';
import type { Actor } from '../../core/domain-events/index.ts';
import type { VersionedTemplate } from '../../devices/templates/index.ts';
import { Problem } from '../../platform/problem.ts';
import { type Entry, keyOf } from './entries.ts';
import type { createSlots, Slot } from './slots.ts';
import type { createWriteLimits } from './write-limits.ts';
import type { createWriteQuota } from './write-quota.ts';

type Dependencies = {
  slotOf: ReturnType<typeof createSlots>;
  limits: ReturnType<typeof createWriteLimits>;
  quota: ReturnType<typeof createWriteQuota>;
};

/** Whether who speaks stands behind the channel. A virtual device speaks under the channel's own id. */
export function isOwner(actor: Actor, { owner, channelId }: ChannelAccess): boolean {
  if (!owner || (actor.kind === 'user') !== (owner.kind === 'user')) return false;
  return actor.id === (owner.kind === 'virtual' ? channelId : owner.id);
}

export type InboundMessage = {
  readonly actor: Actor;
  readonly channel: ChannelAccess;
  readonly template: VersionedTemplate;
  /** The user in whose name the channel's owner is asked. */
  readonly requesterId: string;
  readonly address: ValueAddress;
  readonly message: ClientMessage;
};

/**
 * The rules of what is said on a channel, for somebody who has a part in it: who stands behind it says `ir` and `iw`, the
 * others `r` and `w`. A user on the channel of its own phone may do both, and whatever it writes there is a report: known
 * apps have no other words (android-app 4.3, ios-app 4.4). Throws `forbidden`, `not_found`, `invalid_value`, `not_writable` or `too_many_writes`. Undefined
 * for a report without a value.
 */
export function createAccept({
  slotOf,
  limits,
  quota,
}: Dependencies): (said: InboundMessage) => Entry | undefined {
  return ({ actor, requesterId, channel, template, address, message: { io, data } }) => {
    const isOwn = isOwner(actor, channel);
    const isFromOwnPhone = isOwn && actor.kind === 'user';
    const isReport = io === 'ir' || io === 'iw' || (isFromOwnPhone && io === 'w');
    if (isReport !== isOwn && !isFromOwnPhone) throw new Problem('forbidden');
    const slot = slotOf(template, address);
    const key = keyOf(address);
    if (io === 'r') return { kind: 'read', address, key, channel, actor, requesterId };
    // A client speaks for many people: each of its channels has a quota.
    const account = actor.kind === 'user' ? actor.id : address.channelId;
    if (isReport) {
      if (data === undefined) return undefined;
      const text = checkedText(slot, data);
      quota.take(account, text);
      return { kind: 'report', address, key, channel, slot, data, text, isAnswer: io === 'ir' };
    }
    if (!slot.isWritable) throw new Problem('not_writable');
    const text = checkedText(slot, data);
    limits.take(key, slot.rateLimit);
    quota.take(account, text);
    return { kind: 'write', address, key, channel, slot, data, text, actor, requesterId };
  };
}

/** No value of a device is deeper; what compares and writes values calls itself for each level. */
const MAX_DEPTH = 64;

/** The data as JSON, or a Problem that says why it is no value of the slot. */
export function checkedText(slot: Slot, data: unknown): string {
  const reason = reasonAgainst(slot, data);
  if (reason !== undefined) throw new Problem('invalid_value', { fields: [{ field: 'data', reason }] });
  return JSON.stringify(data);
}

function reasonAgainst(slot: Slot, data: unknown): string | undefined {
  return data === undefined ? 'is required' : (reasonAgainstAll(data, MAX_DEPTH) ?? slot.check(data));
}

/** Why no schema takes it. JSON reads 1e309 as infinite, and would write it as null (RFC 8259 6). */
function reasonAgainstAll(data: unknown, levels: number): string | undefined {
  if (typeof data === 'number' && !Number.isFinite(data)) return 'holds a number that is too large';
  if (typeof data !== 'object' || data === null) return undefined;
  if (levels === 0) return 'is nested too deeply';
  for (const member of Object.values(data)) {
    const reason = reasonAgainstAll(member, levels - 1);
    if (reason !== undefined) return reason;
  }
  return undefined;
}
