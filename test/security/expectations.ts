import {
  type Access,
  type AnyOperation,
  type ErrorName,
  isOfPortal,
  type PortalAccess,
} from '@azulejo/contract';
import { policies, type Rule } from '@azulejo/server/testing';
import type { Caller, Parties, Principal, TargetChannel } from './callers.ts';
import { unsupported } from './unsupported.ts';

const ofUsers = {
  /** The caller says `me` and is not a user. */
  noUser: 'no_user',
  noScope: 'insufficient_scope',
  /** A user may learn that it has no access, but not whether another user's resource exists. */
  user: 'forbidden',
  client: 'not_found',
} as const;

/** The errors of guarded operations by the reason of the refusal. Bad tokens alone get 401. */
const refusals = {
  'user-resource': ofUsers,
  home: ofUsers,
  'token-record': { noUser: 'not_found', noScope: 'not_found', user: 'not_found', client: 'not_found' },
  channel: { noUser: 'not_found', noScope: 'insufficient_scope', user: 'not_found', client: 'not_found' },
  command: { noUser: 'not_found', noScope: 'insufficient_scope', user: 'not_found', client: 'not_found' },
  'channel-owner': {
    noUser: 'not_found',
    noScope: 'insufficient_scope',
    user: 'forbidden',
    client: 'not_found',
  },
  device: { noUser: 'forbidden', noScope: 'insufficient_scope', user: 'forbidden', client: 'forbidden' },
  manager: { noUser: 'forbidden', noScope: 'insufficient_scope', user: 'forbidden', client: 'forbidden' },
  'channels-of-users': {
    noUser: 'no_user',
    noScope: 'insufficient_scope',
    user: 'forbidden',
    client: 'forbidden',
  },
  application: { noUser: 'forbidden', noScope: 'insufficient_scope', user: 'forbidden', client: 'forbidden' },
  user: { noUser: 'forbidden', noScope: 'insufficient_scope', user: 'forbidden', client: 'forbidden' },
  'any-token': { noUser: 'forbidden', noScope: 'forbidden', user: 'forbidden', client: 'forbidden' },
} as const satisfies Record<Exclude<Access, 'public' | PortalAccess>, Record<string, ErrorName>>;

/** What the path names: a user, or a channel by its id or that of its command. */
export type Named = { user?: string; channel?: TargetChannel };

/** Returns the error that the policies require for this call, or undefined when it is allowed. */
export function expectedRefusal(
  operation: AnyOperation,
  caller: Caller,
  parties: Parties,
  { user: named, channel }: Named,
): ErrorName | undefined {
  if (operation.access === 'public' || isOfPortal(operation.access)) return undefined;
  if (!caller.principal) return caller.refusal;
  const { principal } = caller;
  const isOwn = named === 'me' || named === 'self';
  const reasons = refusals[operation.access];
  if (isOwn && principal.kind === 'client') return reasons.noUser;
  const rules = policies[operation.access].filter((rule) => rule.principal === principal.kind);
  if (rules.length === 0) return reasons[principal.kind];
  const permitted = rules.filter(({ scope }) => scope === undefined || principal.scopes.includes(scope));
  if (permitted.length === 0) return reasons.noScope;
  const subject = isOwn ? { id: principal.id, clientId: principal.clientId } : parties.target;
  const isRelated = permitted.some((rule) =>
    channel
      ? appliesToChannel(rule, principal, channel, parties)
      : relates(rule, principal, subject, parties),
  );
  return isRelated ? unsupported[operation.id]?.refusal : reasons[principal.kind];
}

function relates(rule: Rule, principal: Principal, subject: Parties['target'], parties: Parties): boolean {
  switch (rule.relation) {
    case 'self':
      return principal.id === subject.id;
    case 'application-of':
      return principal.clientId === subject.clientId;
    case 'distributor-of':
      return parties.links.some(
        ([distributor, application]) =>
          distributor === principal.clientId && application === subject.clientId,
      );
    case 'anyone':
      return true;
    default:
      return false;
  }
}

/** Returns whether the rule applies to the channel. The target and its application have a grant. */
function appliesToChannel(
  rule: Rule,
  principal: Principal,
  { ownerId }: TargetChannel,
  parties: Parties,
): boolean {
  const { target } = parties;
  switch (rule.relation) {
    case 'grantee':
      return relates({ ...rule, relation: 'self' }, principal, target, parties);
    case 'application-of-grantee':
      return relates({ ...rule, relation: 'application-of' }, principal, target, parties);
    case 'distributor-of-grantee':
      return relates({ ...rule, relation: 'distributor-of' }, principal, target, parties);
    case 'owner':
      return principal.id === ownerId;
    default:
      return false;
  }
}
