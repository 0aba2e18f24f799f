import { type AnyOperation, isOfPortal, resources } from '@azulejo/contract';
import type { FastifyRequest } from 'fastify';
import { type Context, type Principal, policies, requireRight } from '../../../core/access/index.ts';
import { type Audit, onlyId } from '../../../core/audit/index.ts';
import type { MessageTrace } from '../../../core/message-trace/index.ts';
import type { Channels } from '../../../devices/channels/index.ts';
import type { Applications } from '../../../identity/applications/index.ts';
import type { Users } from '../../../identity/users/index.ts';
import { ApiError } from '../../../platform/api-error.ts';
import { currentTick } from '../../../platform/coalesce-per-tick.ts';
import type { Metrics } from '../../../platform/metrics.ts';
import type { Authenticated } from './authenticate.ts';
import { createChannelFor, permitted } from './channel-for.ts';
import { createUserFor, isOwn } from './user-for.ts';

type Dependencies = {
  authenticate: (request: FastifyRequest) => Promise<Authenticated>;
  users: Users;
  channels: Channels;
  channelOfCommand: (commandId: string) => Promise<string | undefined>;
  applications: Applications;
  audit: Audit;
  messageTrace: MessageTrace;
  metrics: Metrics;
};

type Params = Readonly<Record<string, string>>;

/**
 * Applies the policies to a call.
 * 1. Authenticate the token, unless the operation is public.
 * 2. Keep the rules that match the kind of principal and its scopes.
 * 3. Check that its sign-in has the right that the operation needs.
 * 4. Check its relation to the user, channel or command that the path names.
 * 5. Audit and count refusals.
 */
export function createAuthorize(dependencies: Dependencies) {
  const { authenticate, channelOfCommand, audit, messageTrace, metrics } = dependencies;
  const channelFor = createChannelFor(dependencies);
  const { subjectFor, homeFor } = createUserFor(dependencies);

  return async function authorize(operation: AnyOperation, request: FastifyRequest): Promise<Context> {
    const arrival = currentTick();
    const address = request.ip;
    if (operation.access === 'public') return { address };
    if (isOfPortal(operation.access))
      throw new Error(`${operation.id} cannot be called with an access token.`);
    const authenticated = await authenticate(request);
    const { principal } = authenticated;
    request.account = principal.id;
    const params = request.params as Params;
    const named = namedBy(operation, params);
    try {
      // A client's own token has no user, so `me` names none, whatever its scopes.
      if (namesUser(operation) && isOwn(named) && principal.kind === 'client') throw new ApiError('no_user');
      const rules = permitted(policies[operation.access], principal);
      requireNeed(operation, principal);
      const signedIn = { principal, address, arrival };
      const isWrite = operation === resources.values.put;
      switch (operation.access) {
        case 'user-resource':
          return { ...signedIn, subject: await subjectFor(authenticated, rules, named) };
        case 'home':
          return { ...signedIn, home: await homeFor(authenticated, rules, named) };
        case 'channel':
        case 'channel-owner':
          return { ...signedIn, channel: await channelFor(principal, rules, named, { isWrite }) };
        case 'command':
          return { ...signedIn, channel: await channelFor(principal, rules, await channelOfCommand(named)) };
        default:
          return signedIn;
      }
    } catch (error) {
      if (operation === resources.values.put) messageTrace.refused(writeOf(principal, params), error);
      if (error instanceof ApiError && error.kind !== 'no_user') {
        metrics.refusals.inc({ rule: operation.access });
        audit.refused({
          action: `refused.${operation.id}`,
          actorId: principal.id,
          targetId: onlyId(named || undefined),
          address,
        });
      }
      throw error;
    }
  };
}

/** Throws `insufficient_scope` for a limited sign-in that lacks what the operation needs, and for what needs no person. */
function requireNeed({ needs }: AnyOperation, { rights }: Principal): void {
  if (rights === 'all') return;
  if (needs === undefined) throw new ApiError('insufficient_scope', { detail: LIMITED });
  requireRight(rights, needs);
}

const LIMITED = 'A sign-in with limited rights cannot call this.';

/** Describes a write that was refused before its value was read, for the message trace. */
const writeOf = (party: Principal, params: Params) =>
  ({
    kind: 'message',
    direction: 'in',
    via: 'http',
    party,
    address: {
      channelId: String(params['channel_id']),
      componentId: String(params['component_id']),
      propertyId: String(params['property_id']),
    },
    io: 'w',
  }) as const;

const namesUser = ({ access }: AnyOperation): boolean =>
  access === 'user-resource' || access === 'home' || access === 'channels-of-users';

/** Returns the id in the path of the user, channel or command that the operation is about, or an empty text. */
function namedBy({ access }: AnyOperation, params: Params): string {
  const members = {
    'user-resource': 'user_id',
    home: 'user_id',
    'channels-of-users': 'user_id',
    channel: 'channel_id',
    'channel-owner': 'channel_id',
    command: 'command_id',
  };
  return (access in members && params[members[access as keyof typeof members]]) || '';
}
