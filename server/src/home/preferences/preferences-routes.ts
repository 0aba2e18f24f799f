import type { Preferences as Body, resources } from '@azulejo/contract';
import type { FastifyRequest } from 'fastify';
import type { Handlers, OfUser } from '../../core/access/index.ts';
import { PRIVATE } from '../../platform/http/replies.ts';
import { requireMatch } from '../../platform/http/send-reply.ts';
import { revisionOf } from '../../platform/revision.ts';
import type { Document } from './document.ts';
import { type Stored, shown } from './locale-formats.ts';
import type { Preferences } from './preferences.ts';

type Resource = typeof resources.preferences;

const revisionOfStored = (stored: Stored) => revisionOf(stored.revision, shown(stored, 'modern'));

/**
 * Returns the body, which the operation's schema has validated; members that it does not name are the
 * caller's own.
 */
const bodyOf = (request: FastifyRequest) => (request.body ?? {}) as Document;

export function preferenceHandlers(preferences: Preferences): Handlers<Resource> {
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
