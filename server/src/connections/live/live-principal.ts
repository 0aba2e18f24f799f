import type { Tree } from '@azulejo/contract';
import type { Principal } from '../../core/access/index.ts';
import type { MqttSession } from '../../platform/mqtt/index.ts';

/** The principal of a live session, with the tree in which its own topics are. */
export type LivePrincipal = Principal & { readonly tree: Tree };

export type LiveSession = MqttSession<LivePrincipal>;

/** Returns the key to which the broker addresses deliveries. A user and a client never share one. */
export const keyOf = ({ kind, id }: Pick<Principal, 'kind' | 'id'>): string => `${kind}:${id}`;
