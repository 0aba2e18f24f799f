import type { LegacyPreferences, LegacyUserRecord, resources } from '@azulejo/contract';
import type { Handlers } from '../../core/access/index.ts';
import {
  readChanges,
  showsSecrets,
  toUserRecord,
  USER_PICTURE,
  type User,
  type Users,
} from '../../identity/users/index.ts';
import { ApiError, checkAll } from '../../platform/api-error.ts';
import { PRIVATE } from '../../platform/http/replies.ts';
import { requireMatch } from '../../platform/http/send-reply.ts';
import { revisionOf } from '../../platform/revision.ts';
import { checkMembers, type Stored, shown } from './locale-formats.ts';
import type { Preferences } from './preferences.ts';

type Dependencies = {
  users: Users;
  preferences: Preferences;
  picture: (name: string) => string;
  uploaderUrl: string;
};

/** Handles the user record with the members that the iOS app expects (ios-app 2.2, 5.4). */
export function legacyUserHandlers(dependencies: Dependencies): Handlers<typeof resources.legacyUsers> {
  const { users, preferences, picture, uploaderUrl } = dependencies;

  function toRecord(user: User, stored: Stored, options: { withSecrets: boolean }): LegacyUserRecord {
    const { _rev, ...record } = toUserRecord(user, { withSecrets: false });
    const photo = user.photo ?? picture(USER_PICTURE);
    const seen = shown(stored, 'legacy') as LegacyPreferences;
    const document = { ...record, photo, photoUrl: photo, preferences: seen };
    const secrets = { confirmation_hash: user.confirmationHash, secret: user.secret };
    return {
      _rev: revisionOf(user.revision, document),
      ...document,
      ...(options.withSecrets ? secrets : {}),
    };
  }

  return {
    get: async ({ context }) => {
      const { id } = context.subject;
      const [user, stored] = await Promise.all([users.find(id), preferences.of(id)]);
      if (!user) throw new ApiError('not_found');
      const body = toRecord(user, stored, { withSecrets: showsSecrets(context) });
      return { body, revision: body._rev, cacheControl: PRIVATE };
    },
    update: async ({ input, context, request }) => {
      const patch = input.preferences ?? {};
      const [record] = checkAll(
        () => readChanges(input, uploaderUrl),
        () => checkMembers('legacy', patch),
      );
      const { user, stored } = await preferences.change(context.subject.id, {
        api: 'legacy',
        patch,
        record,
        check: (current) =>
          requireMatch(request, toRecord(current.user, current.stored, { withSecrets: false })._rev),
      });
      const body = toRecord(user, stored, { withSecrets: showsSecrets(context) });
      return { body, revision: body._rev, cacheControl: PRIVATE };
    },
  };
}
