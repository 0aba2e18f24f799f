import type { AnyOperation } from '@azulejo/contract';
import type { FastifyRequest } from 'fastify';
import type { Metrics } from '../../platform/metrics.ts';
import { Problem } from '../../platform/problem.ts';
import {
  type ChannelParties,
  type Context,
  isSelf,
  type Principal,
  policies,
  type Rule,
  type Subject,
} from '../access/index.ts';
import type { Applications } from '../applications/index.ts';
import type { Audit } from '../audit/index.ts';
import type { Channels } from '../channels/index.ts';
import type { Users } from '../users/index.ts';
import type { Authenticated } from './authenticate.ts';

type Dependencies = {
  authenticate: (request: FastifyRequest) => Promise<Authenticated>;
  users: Users;
  channels: Channels;
  /** The channel of a command. */
  channelOfCommand: (commandId: string) => Promise<string | undefined>;
  applications: Applications;
  audit: Audit;
  metrics: Metrics;
};

type Input = Record<string, unknown>;

/** Applies the policies to a call. */
export function createAuthorize(dependencies: Dependencies) {
  const { authenticate, users, channels, channelOfCommand, applications, audit, metrics } = dependencies;

  return async function authorize(
    operation: AnyOperation,
    request: FastifyRequest,
    input: Input,
  ): Promise<Context> {
    const address = request.ip;
    const nothing = { subject: undefined, channel: undefined, address };
    if (operation.access === 'public') return { principal: undefined, ...nothing };
    const authenticated = await authenticate(request);
    const { principal } = authenticated;
    const named = namedBy(operation, input);
    try {
      // `me` of a client is nobody, whatever its scopes.
      if (operation.access === 'user-resource' && isOwn(named) && principal.kind === 'client')
        throw new Problem('no_user');
      const rules = permitted(policies[operation.access], principal);
      if (named === undefined) return { principal, ...nothing };
      if (operation.access === 'user-resource')
        return { principal, ...nothing, subject: await subjectFor(authenticated, rules, named) };
      const channelId = operation.access === 'command' ? await channelOfCommand(named) : named;
      return { principal, ...nothing, channel: await channelFor(principal, rules, channelId) };
    } catch (error) {
      if (error instanceof Problem && error.kind !== 'no_user') {
        metrics.refusals.inc({ rule: operation.access });
        audit.refused({
          action: `refused.${operation.id}`,
          actorId: principal.id,
          targetId: named?.slice(0, 64),
          address,
        });
      }
      throw error;
    }
  };

  async function subjectFor(
    { principal, userRevision, homeRevision }: Authenticated,
    rules: readonly Rule[],
    named: string,
  ): Promise<Subject> {
    if (principal.kind === 'user') {
      const own = { id: principal.id, clientId: principal.clientId, revision: userRevision, homeRevision };
      // One's own or nobody's: the same answer whether the other user exists or not.
      if (isOwn(named) || isSelf(principal, { ...own, id: named })) return own;
      throw new Problem('forbidden');
    }
    const subject = await users.findSubject(named);
    for (const rule of rules) if (subject && (await relates(rule, principal, subject))) return subject;
    throw new Problem('not_found');
  }

  async function relates({ relation }: Rule, principal: Principal, subject: Subject): Promise<boolean> {
    if (relation === 'application-of') return subject.clientId === principal.clientId;
    return relation === 'distributor-of' && applications.worksFor(principal.clientId, subject.clientId);
  }

  /** Whoever has no part in a channel is not told whether there is one. */
  async function channelFor(
    principal: Principal,
    rules: readonly Rule[],
    channelId: string | undefined,
  ): Promise<ChannelParties> {
    const channel = channelId === undefined ? undefined : await channels.findParties(channelId);
    for (const { relation } of rules)
      if (channel && (await hasPart(relation, principal, channel))) return channel;
    throw new Problem('not_found');
  }

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
}

const isOwn = (named: string | undefined): boolean => named === 'me' || named === 'self';

/** The thing in the path that the operation is about. */
function namedBy({ access }: AnyOperation, input: Input): string | undefined {
  const members = {
    'user-resource': 'user_id',
    channel: 'channel_id',
    'channel-owner': 'channel_id',
    command: 'command_id',
  };
  return access in members ? String(input[members[access as keyof typeof members]]) : undefined;
}

/** The rules that fit the kind of principal and its scopes. Throws `insufficient_scope` naming what is missing. */
function permitted(rules: readonly Rule[], principal: Principal): Rule[] {
  const ofKind = rules.filter((rule) => rule.principal === principal.kind);
  const fitting = ofKind.filter(({ scope }) => scope === undefined || principal.scopes.includes(scope));
  if (fitting.length > 0) return fitting;
  if (ofKind.length === 0) throw new Problem('forbidden');
  const scopes = [...new Set(ofKind.map(({ scope }) => scope))].join(' or ');
  throw new Problem('insufficient_scope', { detail: `This needs the scope ${scopes}.` });
}
