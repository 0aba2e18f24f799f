import type { Tree } from '@azulejo/contract';
import type { Principal } from '../../core/access/index.ts';
import type { MqttSession } from '../../platform/mqtt/index.ts';

/** Who opened a live session, and in whose tree its own topics stand. */
export type LivePrincipal = Principal & { readonly tree: Tree };

export type LiveSession = MqttSession<LivePrincipal>;

/** What the broker addresses deliveries to. A user and a client never share one. */
export const keyOf = ({ kind, id }: Pick<Principal, 'kind' | 'id'>): string => `${kind}:${id}`;
