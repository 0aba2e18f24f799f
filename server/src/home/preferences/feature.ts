import { type Preferences as Body, resources } from '@azulejo/contract';
import type { FastifyRequest } from 'fastify';
import type { Handlers, OfUser } from '../../core/access/index.ts';
import type { Feature, Platform } from '../../core/feature.ts';
import type { HomeRecords } from '../../identity/homes/index.ts';
import type { Users } from '../../identity/users/index.ts';
import { PRIVATE } from '../../platform/http/replies.ts';
import { requireMatch } from '../../platform/http/send-reply.ts';
import { revisionOf } from '../../platform/revision.ts';
import type { Document } from './document.ts';
import { legacyUserHandlers } from './legacy-users-routes.ts';
import { type Stored, shown } from './locale-formats.ts';
import { createPreferences, type Preferences } from './preferences.ts';

type Needs = Platform & { users: Users; homeRecords: HomeRecords; picture: (name: string) => string };

/** Stores the settings of users, such as units and whether their phone may report its location. */
export function preferencesFeature({ config, db, clock, users, homeRecords, picture }: Needs) {
  const preferences = createPreferences({ db, clock, users, homeRecords });
  return {
    api: { preferences },
    routes({ serve }) {
      const uploaderUrl = config.urls.uploader;
      serve(resources.legacyUsers, legacyUserHandlers({ users, preferences, picture, uploaderUrl }));
      serve(resources.preferences, preferenceHandlers(preferences));
    },
  } satisfies Feature;
}

type Resource = typeof resources.preferences;

const revisionOfStored = (stored: Stored) => revisionOf(stored.revision, shown(stored, 'modern'));

/**
 * Returns the body, which the operation's schema has validated; members that it does not name are the
 * caller's own.
 */
const bodyOf = (request: FastifyRequest) => (request.body ?? {}) as Document;

function preferenceHandlers(preferences: Preferences): Handlers<Resource> {
  const reply = (stored: Stored) => ({
    body: shown(stored, 'modern') as Body,
    revision: revisionOfStored(stored),
    cacheControl: PRIVATE,
  });
  const change = async (context: OfUser, request: FastifyRequest, replace: boolean) => {
    const { stored } = await preferences.change(context.subject.id, {
      api: 'modern',
      patch: bodyOf(request),
      replace,
      check: (current) => requireMatch(request, revisionOfStored(current.stored)),
    });
    return reply(stored);
  };
  return {
    get: async ({ context }) => reply(await preferences.of(context.subject.id)),
    update: ({ context, request }) => change(context, request, false),
    replace: ({ context, request }) => change(context, request, true),
  };
}
