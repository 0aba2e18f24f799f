import {
  type Caller,
  type ChannelAccess,
  fittingRules,
  isPerson,
  type Rule,
  type VisibleChannel,
} from '../../../core/access/index.ts';
import type { Channels } from '../../../devices/channels/index.ts';
import type { Applications } from '../../../identity/applications/index.ts';
import { ApiError } from '../../../platform/api-error.ts';

type Dependencies = { channels: Channels; applications: Applications };

/**
 * Finds the channel if one of the rules gives the principal access to it. Otherwise throws `not_found`, which
 * does not reveal whether the channel exists.
 */
export function createChannelFor({ channels, applications }: Dependencies) {
  /** Returns from when on the caller sees the channel's past; undefined when it may not use the channel. */
  async function visibleSince(
    relation: Rule['relation'],
    { id, clientId }: Caller,
    channel: ChannelAccess,
  ): Promise<number | undefined> {
    switch (relation) {
      case 'grantee':
        return channel.users.some((user) => user.id === id) ? channel.since.get(id) : undefined;
      case 'application-of-grantee':
        return sinceOfApplication(channel, clientId);
      case 'distributor-of-grantee':
        return earliest(await sincesOfDistributor(channel, clientId));
      case 'owner':
        return channel.owner && 'id' in channel.owner && channel.owner.id === id ? 0 : undefined;
      default:
        return undefined;
    }
  }

  async function sincesOfDistributor(channel: ChannelAccess, clientId: string): Promise<number[]> {
    const sinces: number[] = [];
    for (const application of new Set([
      ...channel.applications,
      ...channel.users.map((user) => user.clientId),
    ]))
      if (await applications.worksFor(clientId, application))
        sinces.push(sinceOfApplication(channel, application) ?? 0);
    return sinces;
  }

  return async function channelFor(
    principal: Caller,
    rules: readonly Rule[],
    channelId: string | undefined,
    { isWrite = false } = {},
  ): Promise<VisibleChannel> {
    const found = channelId === undefined ? undefined : await channels.findChannelAccess(channelId);
    const channel = found && mayUse(found, principal, isWrite) ? found : undefined;
    for (const { relation } of rules) {
      const since = channel && (await visibleSince(relation, principal, channel));
      if (channel && since !== undefined)
        return { ...channel, visibleSince: since, rights: principal.rights };
    }
    throw new ApiError('not_found');
  };
}

/**
 * Returns whether the channel may be used at all. That of a phone is seen by its person only; an application may write
 * to it, which sends the phone a notification.
 */
const mayUse = ({ owner }: ChannelAccess, principal: Caller, isWrite: boolean): boolean =>
  owner?.kind !== 'user' || isPerson(principal, owner.id) || (isWrite && principal.kind === 'client');

/**
 * Returns since when an application sees values: as its users do, or without users on the channel since its
 * own grant.
 */
function sinceOfApplication({ users, since }: ChannelAccess, applicationId: string): number | undefined {
  const ofUsers = users
    .filter(({ clientId }) => clientId === applicationId)
    .map(({ id }) => since.get(id) ?? 0);
  return earliest(ofUsers) ?? since.get(applicationId);
}

const earliest = (times: readonly number[]): number | undefined =>
  times.length === 0 ? undefined : Math.min(...times);

/** Returns the rules that match the caller. Throws `insufficient_scope` naming the missing scopes. */
export function permitted(rules: readonly Rule[], principal: Caller): Rule[] {
  const fitting = fittingRules(rules, principal);
  if (fitting.length > 0) return fitting;
  const ofKind = rules.filter((rule) => rule.principal === principal.kind);
  if (ofKind.length === 0) throw new ApiError('forbidden');
  const scopes = [...new Set(ofKind.map(({ scope }) => scope))].join(' or ');
  throw new ApiError('insufficient_scope', { detail: `This needs the scope ${scopes}.` });
}
