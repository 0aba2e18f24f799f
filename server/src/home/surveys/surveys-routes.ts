import { hash } from 'node:crypto';
import type { resources } from '@azulejo/contract';
import { type Handlers, subjectOf } from '../../core/access/index.ts';
import { PRIVATE } from '../../platform/http/replies.ts';
import { revisionOf } from '../../platform/revision.ts';
import type { Surveys } from './surveys.ts';

export function surveyHandlers(surveys: Surveys): Handlers<typeof resources.surveys> {
  return {
    respond: async ({ input, context }) => {
      await surveys.add(subjectOf(context).id, { survey: input.id, answers: input.answers ?? [] });
      return { body: {} };
    },
  };
}

/** The user agent of the iOS app names the system after the model (ios-app 2.1). */
const IOS = /;\s*iOS \d/;

/** Identifies the user at a notification hub, without telling the hub the user's id. */
const tagOf = (userId: string): string => `u-${hash('sha256', userId).slice(0, 20)}`;

/**
 * The platform sends nothing to phone apps, but the iOS app only begins to report where it is when it has a tag to
 * register. The Android app gets none: it would repeat its registration every 30 seconds while that fails.
 */
export function tagHandlers(): Handlers<typeof resources.tags> {
  return {
    list: async ({ context, request }) => {
      const isIos = IOS.test(request.headers['user-agent'] ?? '');
      const body = { tags: isIos ? [tagOf(subjectOf(context).id)] : [] };
      return { body, revision: revisionOf(1, body), cacheControl: PRIVATE };
    },
  };
}
