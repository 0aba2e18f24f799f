import type { resources, UserRecord } from '@azulejo/contract';
import { LRUCache } from 'lru-cache';
import { PRIVATE } from '../../platform/http/replies.ts';
import { Problem } from '../../platform/problem.ts';
import { type Handlers, principalOf, subjectOf } from '../access/index.ts';
import { toUserRecord } from './user-record.ts';
import type { Users } from './users.ts';

/** Apps ask for the profile at each start and each return; a record is about 1 KB. */
const MAX_RECORDS = 5_000;

export function userHandlers(users: Users): Handlers<typeof resources.users> {
  const records = new LRUCache<string, UserRecord>({ max: MAX_RECORDS });
  return {
    get: async ({ context }) => {
      const { id, revision } = subjectOf(context);
      const principal = principalOf(context);
      const withSecrets = principal.kind === 'user' && principal.id === id;
      // Authorization read the revision with this request: nothing older than it is ever answered.
      const key = `${id}|${revision}|${withSecrets}`;
      let body = records.get(key);
      if (!body) {
        const user = await users.find(id);
        if (!user) throw new Problem('not_found');
        body = toUserRecord(user, { withSecrets });
        records.set(key, body);
      }
      return { body, revision: body._rev, cacheControl: PRIVATE };
    },
  };
}
