import type { resources, UserRecord } from '@azulejo/contract';
import { type Handlers, isSelf, type OfUser } from '../../core/access/index.ts';
import { ApiError } from '../../platform/api-error.ts';
import { PRIVATE } from '../../platform/http/replies.ts';
import { requireMatch } from '../../platform/http/send-reply.ts';
import { createLruCache } from '../../platform/lru-cache.ts';
import { readChanges } from './read-changes.ts';
import { toUserRecord } from './user-record.ts';
import type { Users } from './users.ts';

/** Apps request the profile at each start and each return to the foreground; a record is about 1 KB. */
const MAX_RECORDS = 5_000;

/** Returns whether the caller sees the user's secrets: only the user's own token does. */
export function showsSecrets({ principal, subject }: OfUser): boolean {
  return principal.kind === 'user' && isSelf(principal, subject);
}

export function userHandlers(users: Users, uploaderUrl: string): Handlers<typeof resources.users> {
  const records = createLruCache<UserRecord>(MAX_RECORDS);
  return {
    get: async ({ context }) => {
      const { id, revision } = context.subject;
      const withSecrets = showsSecrets(context);
      // Authorization read the revision in this request, so that no older record is ever returned.
      const key = `${id}|${revision}|${withSecrets}`;
      let body = records.get(key);
      if (!body) {
        const user = await users.find(id);
        if (!user) throw new ApiError('not_found');
        body = toUserRecord(user, { withSecrets });
        records.set(key, body);
      }
      return { body, revision: body._rev, cacheControl: PRIVATE };
    },
    update: async ({ input, context, request }) => {
      const changes = readChanges(input, uploaderUrl);
      const user = await users.update(context.subject.id, changes, (current) =>
        requireMatch(request, toUserRecord(current, { withSecrets: false })._rev),
      );
      const body = toUserRecord(user, { withSecrets: showsSecrets(context) });
      return { body, revision: body._rev };
    },
  };
}
