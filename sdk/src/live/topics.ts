import type { Address } from '@azulejo/model';
import type { TokenRecord } from '../api/types.generated.ts';

/** The kind of client whose topics these are. */
type Tree = 'users' | 'applications' | 'managers' | 'devices';

/**
 * Returns the topic to which clients publish about a property. Throws a TypeError when a part is not a valid
 * id.
 */
export function publishTopic({ channel, component, property }: Address): string {
  for (const [name, level] of Object.entries({ channel, component, property })) {
    if (level === '' || /[/+#\0]/.test(level)) throw new TypeError(`${name} is not an id.`);
  }
  return `/v3/channels/${channel}/components/${component}/properties/${property}/value`;
}

/** Returns the topic filter for all channels that a member of the tree may subscribe to. */
export const filterOf = (tree: Tree, id: string): string => `/v3/${tree}/${id}/channels/#`;

/** Returns the address in a value topic of any tree, or undefined for any other topic. */
export function addressIn(topic: string): Address | undefined {
  const [, channel, component, property] =
    /^\/v3\/\w+\/[^/]+\/channels\/([^/]+)\/components\/([^/]+)\/properties\/([^/]+)\/value$/.exec(topic) ??
    [];
  if (!channel || !component || !property) return undefined;
  return { channel, component, property };
}

/**
 * Returns the tree to which a token’s holder subscribes. Without a user, the token’s owner is the client
 * itself.
 */
export function treeOf({ owner_id, client_id, scope }: TokenRecord): Tree {
  if (owner_id !== client_id) return 'users';
  if (scope.includes('device')) return 'devices';
  return scope.includes('manager') ? 'managers' : 'applications';
}
