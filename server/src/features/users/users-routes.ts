import type { resources } from '@azulejo/contract';
import { PRIVATE } from '../../platform/http/replies.ts';
import { Problem } from '../../platform/problem.ts';
import { type Handlers, principalOf, subjectOf } from '../access/index.ts';
import { toUserRecord } from './user-record.ts';
import type { Users } from './users.ts';

export function userHandlers(users: Users): Handlers<typeof resources.users> {
  return {
    get: async ({ context }) => {
      const user = await users.find(subjectOf(context).id);
      if (!user) throw new Problem('not_found');
      const principal = principalOf(context);
      const body = toUserRecord(user, { withSecrets: principal.kind === 'user' && principal.id === user.id });
      return { body, revision: body._rev, cacheControl: PRIVATE };
    },
  };
}
