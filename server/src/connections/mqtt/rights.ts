import {
  type GrantMessage,
  grantsTopic,
  parsePublishTopic,
  type Tree,
  type ValueAddress,
  valueTopic,
} from '@azulejo/contract';
import { fittingRules, HOME_PREFIX, hasRight, policies } from '../../core/access/index.ts';
import type { LivePrincipal } from './live-principal.ts';

type Subscriber = Pick<LivePrincipal, 'kind' | 'id' | 'clientId' | 'scopes' | 'tree' | 'rights' | 'homeId'>;

const channelsTree = ({ tree, id }: Pick<Subscriber, 'tree' | 'id'>) => `/v3/${tree}/${id}/channels`;

const isWithin = (filter: string, tree: string) => filter === tree || filter.startsWith(`${tree}/`);

/** Returns the topic trees that the subscriber may read: those of its own channels and grants. */
function ownTrees({ kind, id, clientId, tree, homeId }: Subscriber): string[] {
  const names = homeId === undefined ? [id] : [id, nameOf(homeId)];
  const own = [...names.map((name) => channelsTree({ tree, id: name })), grantsTopic(tree, id)];
  // A known app waits there for the answer to its application's request (ios-app 4.3).
  return kind === 'user' ? [...own, grantsTopic('applications', clientId)] : own;
}

const nameOf = (homeId: string) => `${HOME_PREFIX}${homeId}`;

/** Returns what a granted filter calls the subscriber, or the home of the person. */
export function namedIn(
  { tree, id, homeId }: Pick<Subscriber, 'tree' | 'id' | 'homeId'>,
  filter: string,
): string {
  const name = homeId && nameOf(homeId);
  return name && isWithin(filter, channelsTree({ tree, id: name })) ? name : id;
}

/** Returns the topics of a value for one grantee: a home has its own beside that of its owner. */
export const topicsOf = (tree: Tree, id: string, address: ValueAddress): readonly string[] =>
  (tree === 'users' ? [id, nameOf(id)] : [id]).map((name) => valueTopic(tree, name, address));

/** Returns the levels above the topics of a person's home. */
export const homeTreeOf = (id: string): string => channelsTree({ tree: 'users', id: nameOf(id) });

/**
 * Returns whether every topic that the filter matches is within the subscriber's own trees, and whether its sign-in may
 * see values, or add devices. The levels above the trees must be spelled out.
 */
export function maySubscribe(subscriber: Subscriber, filter: string): boolean {
  if (fittingRules(policies.channel, subscriber).length === 0) return false;
  if (!hasRight(subscriber.rights, isOfChannels(subscriber, filter) ? 'view' : 'manage')) return false;
  return ownTrees(subscriber).some((tree) => isWithin(filter, tree));
}

/** Returns whether a granted filter is about values. */
export const isOfChannels = (
  subscriber: Pick<Subscriber, 'tree' | 'id' | 'homeId'>,
  filter: string,
): boolean => isWithin(filter, channelsTree({ tree: subscriber.tree, id: namedIn(subscriber, filter) }));

/** The value or device that a topic addresses. */
export type PublishTarget =
  | { readonly kind: 'value'; readonly address: ValueAddress }
  | { readonly kind: 'grants'; readonly deviceId: string };

/** Returns undefined for every topic that does not accept messages. */
export function publishTarget(topic: string): PublishTarget | undefined {
  const address = parsePublishTopic(topic);
  if (address) return { kind: 'value', address };
  const deviceId = /^\/v3\/devices\/([^/]+)\/grants$/.exec(topic)?.[1];
  return deviceId === undefined ? undefined : { kind: 'grants', deviceId };
}

/**
 * Returns whether the principal may ask for a grant: a user for itself and its application; an application
 * only for itself.
 */
export function mayAskFor(
  { id, clientId, tree, rights }: Subscriber,
  { role, client_id, requesting_client_id = clientId }: GrantMessage['data'],
): boolean {
  if (!hasRight(rights, 'manage')) return false;
  if (role === 'application') return client_id === clientId && (tree === 'users' || tree === 'applications');
  return tree === 'users' && client_id === id && requesting_client_id === clientId;
}
