import { hash } from 'node:crypto';
import type { MqttSession } from '@azulejo/broker';
import { type Caller, storedRights } from '../../core/access/index.ts';
import type { Connected } from '../../sign-in/auth/index.ts';

/** The caller of a live session, with the tree in which its own topics are. */
export type LivePrincipal = Caller & Readonly<Pick<Connected, 'tree' | 'credential' | 'isSingle' | 'homeId'>>;

export type LiveSession = MqttSession<LivePrincipal>;

/** Returns the key to which the broker addresses deliveries. A user and a client never share one. */
export const keyOf = ({ kind, id }: Pick<Caller, 'kind' | 'id'>): string => `${kind}:${id}`;

/**
 * Returns the group of a session with limited rights, which shares nothing with other sessions of the person: it does
 * not take them over, and resumes only one of the same sign-in with the same rights.
 */
export function groupOf({ rights, credential }: LivePrincipal): string | undefined {
  if (rights === 'all' || credential.kind !== 'sign-in') return undefined;
  return hash('sha256', `${credential.signInId} ${storedRights(rights)}`, 'base64url');
}

/** Longer client ids are stored as their hash. */
const MAX_NAME_LENGTH = 64;

/** Returns what a session is called among those of its key, on whichever server: its client id. */
export const nameOf = ({ clientId }: Pick<LiveSession, 'clientId'>): string =>
  clientId.length > MAX_NAME_LENGTH ? hash('sha256', clientId, 'base64url') : clientId;
