import { toTimestamp, type UserRecord } from '@azulejo/contract';
import { revisionOf } from '../../platform/revision.ts';
import type { User } from './user.ts';

/** Builds the user record (spec 2.3). Secrets are included only for the user's own token. */
export function toUserRecord(user: User, options: { withSecrets: boolean }): UserRecord {
  const path = `/v3/users/${user.id}`;
  const document = {
    _id: path,
    active_ts: toTimestamp(user.activeAt),
    cdata: user.cdata,
    created: toTimestamp(user.created),
    email: user.email,
    href: path,
    id: user.id,
    inactive_ts: toTimestamp(user.inactiveAt),
    name: user.name,
    namespace: user.namespace,
    ...(user.photo === undefined ? {} : { photoUrl: user.photo }),
    state: user.state,
    target_id: user.clientId,
    type: 'users' as const,
    updated: toTimestamp(user.updated),
  };
  const secrets = { confirmation_hash: user.confirmationHash, secret: user.secret };
  return { _rev: revisionOf(user.revision, document), ...document, ...(options.withSecrets ? secrets : {}) };
}
