import type { TokenRecord, Tree } from '@azulejo/contract';
import type { Address } from './types.ts';

/** Text by which addresses are compared. */
export const keyOf = ({ channel, component, property }: Address): string =>
  `${channel}/${component}/${property}`;

/** Where clients publish what concerns a property. Throws a TypeError for what cannot be an address. */
export function publishTopic({ channel, component, property }: Address): string {
  for (const [name, level] of Object.entries({ channel, component, property })) {
    if (level === '' || /[/+#\0]/.test(level)) throw new TypeError(`${name} is not an id.`);
  }
  return `/v3/channels/${channel}/components/${component}/properties/${property}/value`;
}

/** Everything that a member of the tree hears of its channels. */
export const filterOf = (tree: Tree, id: string): string => `/v3/${tree}/${id}/channels/#`;

/** The address in a topic of such a tree, or undefined when it is another topic. */
export function addressIn(topic: string): Address | undefined {
  const [, channel, component, property] =
    /^\/v3\/\w+\/[^/]+\/channels\/([^/]+)\/components\/([^/]+)\/properties\/([^/]+)\/value$/.exec(topic) ??
    [];
  if (!channel || !component || !property) return undefined;
  return { channel, component, property };
}

/** In whose tree the holder of a token hears: where no user signed in, the owner is the client itself. */
export function treeOf({ owner_id, client_id, scope }: TokenRecord): Tree {
  if (owner_id !== client_id) return 'users';
  if (scope.includes('device')) return 'devices';
  return scope.includes('manager') ? 'managers' : 'applications';
}
