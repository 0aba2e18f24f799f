import { platformPropertyIds } from '@azulejo/catalog';
import type { ClientMessage, ValueAddress } from '@azulejo/contract';
import {
  type ChannelAccess,
  type Rights,
  requireMaySet,
  requireRight,
  type UsableChannel,
} from '../../core/access/index.ts';
import type { Actor } from '../../core/domain-events/index.ts';
import type { VersionedTemplate } from '../../devices/templates/index.ts';
import { ApiError } from '../../platform/api-error.ts';
import { type Entry, keyOf, type Replaced } from './entries.ts';
import type { createValueSpecs, ValueSpec } from './value-specs.ts';
import type { ValueCheck } from './value-validator.ts';
import type { createWriteLimits } from './write-limits.ts';
import { type createWriteQuota, storedBytes } from './write-quota.ts';

type Dependencies = {
  specOf: ReturnType<typeof createValueSpecs>;
  limits: ReturnType<typeof createWriteLimits>;
  quota: ReturnType<typeof createWriteQuota>;
};

/** Whether the actor is the channel's owner. A virtual device acts under the channel's own id. */
export function isOwner(actor: Actor, { owner, channelId }: ChannelAccess): boolean {
  if (!owner || (actor.kind === 'user') !== (owner.kind === 'user')) return false;
  return actor.id === (owner.kind === 'virtual' ? channelId : owner.id);
}

/** Whether only the platform writes the property: one of the context channel that it derives (home/presence/README.md). */
const isOfPlatform = ({ owner }: ChannelAccess, { propertyId }: ValueAddress): boolean =>
  owner?.kind === 'user' && platformPropertyIds.includes(propertyId);

export type InboundMessage = {
  readonly actor: Actor;
  readonly channel: UsableChannel;
  readonly template: VersionedTemplate;
  /** The user on whose behalf the channel's owner receives the request. */
  readonly requesterId: string;
  readonly address: ValueAddress;
  readonly message: ClientMessage;
  /** The only stored value that a report may replace. */
  readonly replaces?: Replaced;
};

/**
 * Checks a message on a channel, from an actor that may access the channel.
 * 1. Rights: the owner sends `ir` and `iw`, others send `r` and `w`. A user may send all of them on the
 *    channel of its own phone, where every write is a report: known apps send nothing else (android-app 4.3,
 *    ios-app 4.4).
 * 2. Rights of the sign-in: `view` for an `r`, `control` for a `w`, and `secure` for what unlocks, opens, sounds or
 *    disarms. A limited one reports nothing.
 * 3. Template: the property must exist and be writable for a `w`. Only the platform sets the place of a person. A
 *    written value must be within the control's range; a reported value must have the property's type.
 * 4. Limits: the property's rate limit, and the quotas of the account and the client.
 *
 * Returns undefined for a report without a value. Throws `forbidden`, `insufficient_scope`, `not_found`,
 * `invalid_value`, `not_writable` or `too_many_writes`.
 */
export function createAccept({
  specOf,
  limits,
  quota,
}: Dependencies): (inbound: InboundMessage) => Entry | undefined {
  return ({ actor, requesterId, channel, template, address, message: { io, data }, replaces }) => {
    const isOwn = isOwner(actor, channel);
    const isFromOwnPhone = isOwn && actor.kind === 'user';
    const isReport = io === 'ir' || io === 'iw' || (isFromOwnPhone && io === 'w');
    if (isReport !== isOwn && !isFromOwnPhone) throw new ApiError('forbidden');
    const spec = specOf(template, address);
    const key = keyOf(address);
    if (io !== 'r' && isOfPlatform(channel, address)) throw new ApiError('not_writable');
    if (channel.rights !== 'all') requireRights(channel.rights, isReport ? 'report' : io, spec);
    if (io === 'r') return { kind: 'read', address, key, channel, actor, requesterId };
    // A client acts for many people, so each of its channels has its own quota.
    const account = actor.kind === 'user' ? actor.id : address.channelId;
    const client = actor.kind === 'client' ? actor.id : undefined;
    if (isReport) {
      if (data === undefined) return undefined;
      const text = checkedText(spec.checks.ofReports, data);
      quota.take(account, client, storedBytes(text, channel.users.length));
      return { kind: 'report', address, key, channel, spec, data, text, isAnswer: io === 'ir', replaces };
    }
    if (!spec.isWritable) throw new ApiError('not_writable');
    const text = checkedText(spec.checks.ofWrites, data);
    limits.take(key, spec.rateLimit);
    quota.take(account, client, storedBytes(text, channel.users.length));
    return { kind: 'write', address, key, channel, spec, data, text, actor, requesterId };
  };
}

/** Throws `insufficient_scope` when a limited sign-in lacks a right for the message. */
function requireRights(rights: Rights, does: 'report' | 'r' | 'w', spec: ValueSpec): void {
  if (does === 'r') requireRight(rights, 'view');
  else if (does === 'w') requireMaySet(rights, spec.isSecure);
  else throw new ApiError('insufficient_scope', { detail: 'A sign-in with limited rights reports nothing.' });
}

/** Creates checks of values apart from any message. */
export const createChecks = (specOf: Dependencies['specOf']) => ({
  /**
   * Throws the error with which a write of this value would be refused for any sender: `not_found`,
   * `not_writable` or `invalid_value`.
   */
  check(template: VersionedTemplate, address: ValueAddress, data: unknown): void {
    const { isWritable, checks } = specOf(template, address);
    if (!isWritable) throw new ApiError('not_writable');
    checkedText(checks.ofWrites, data);
  },

  /** Returns whether a property can have this value by its schema, whether or not it can be set. */
  accepts: (template: VersionedTemplate, address: ValueAddress, data: unknown): boolean =>
    reasonAgainst(specOf(template, address).checks.ofWrites, data) === undefined,
});

/** Maximum nesting: no device needs more, and values are compared and written recursively. */
const MAX_DEPTH = 64;
/** No device needs more parts either, and each is checked. */
const MAX_PARTS = 10_000;

/** Returns the data as JSON. Throws `invalid_value` with the reason when the check does not accept it. */
export function checkedText(check: ValueCheck, data: unknown): string {
  const reason = reasonAgainst(check, data);
  if (reason !== undefined) throw new ApiError('invalid_value', { fields: [{ field: 'data', reason }] });
  return JSON.stringify(data);
}

function reasonAgainst(check: ValueCheck, data: unknown): string | undefined {
  if (data === undefined) return 'is required';
  return reasonAgainstAll(data, MAX_DEPTH, { parts: MAX_PARTS }) ?? check(data);
}

/**
 * Returns why no schema accepts the data: JSON reads 1e309 as infinity and writes it as null (RFC 8259 6).
 */
function reasonAgainstAll(data: unknown, levels: number, left: { parts: number }): string | undefined {
  if (typeof data === 'number' && !Number.isFinite(data)) return 'holds a number that is too large';
  if (typeof data !== 'object' || data === null) return undefined;
  if (levels === 0) return 'is nested too deeply';
  for (const member of Object.values(data)) {
    left.parts -= 1;
    if (left.parts === 0) return `has more than ${MAX_PARTS} parts`;
    const reason = reasonAgainstAll(member, levels - 1, left);
    if (reason !== undefined) return reason;
  }
  return undefined;
}
