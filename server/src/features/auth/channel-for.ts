import { Problem } from '../../platform/problem.ts';
import { type ChannelParties, fittingRules, type Principal, type Rule } from '../access/index.ts';
import type { Applications } from '../applications/index.ts';
import type { Channels } from '../channels/index.ts';

type Dependencies = { channels: Channels; applications: Applications };

/**
 * Finds the channel for who has a part in it by one of the rules. Whoever has none is not told whether there is such a
 * channel: `not_found`.
 */
export function createChannelFor({ channels, applications }: Dependencies) {
  async function hasPart(
    relation: Rule['relation'],
    { id, clientId }: Principal,
    { users, applications: granted, owner }: ChannelParties,
  ): Promise<boolean> {
    switch (relation) {
      case 'grantee':
        return users.some((user) => user.id === id);
      case 'application-of-grantee':
        return granted.includes(clientId) || users.some((user) => user.clientId === clientId);
      case 'distributor-of-grantee':
        for (const application of new Set([...granted, ...users.map((user) => user.clientId)]))
          if (await applications.worksFor(clientId, application)) return true;
        return false;
      case 'owner':
        return owner !== undefined && 'id' in owner && owner.id === id;
      default:
        return false;
    }
  }

  return async function channelFor(
    principal: Principal,
    rules: readonly Rule[],
    channelId: string | undefined,
  ): Promise<ChannelParties> {
    const channel = channelId === undefined ? undefined : await channels.findParties(channelId);
    for (const { relation } of rules)
      if (channel && (await hasPart(relation, principal, channel))) return channel;
    throw new Problem('not_found');
  };
}

/** The rules that fit who calls. Throws `insufficient_scope` naming what is missing. */
export function permitted(rules: readonly Rule[], principal: Principal): Rule[] {
  const fitting = fittingRules(rules, principal);
  if (fitting.length > 0) return fitting;
  const ofKind = rules.filter((rule) => rule.principal === principal.kind);
  if (ofKind.length === 0) throw new Problem('forbidden');
  const scopes = [...new Set(ofKind.map(({ scope }) => scope))].join(' or ');
  throw new Problem('insufficient_scope', { detail: `This needs the scope ${scopes}.` });
}
