import { resources } from '@azulejo/contract';
import type { Handlers } from '../../core/access/index.ts';
import type { Feature, Platform } from '../../core/feature.ts';
import { PRIVATE } from '../../platform/http/replies.ts';
import { revisionOf } from '../../platform/revision.ts';
import { phoneTagOf } from '../notifications/index.ts';
import { createSurveys, type Surveys } from './surveys.ts';

/** Questions that the operator asks the people of an application. */
export function surveysFeature({ db, clock, config }: Platform) {
  const surveys = createSurveys({ db, clock });
  return {
    api: { surveys },
    routes({ serve }) {
      serve(resources.surveys, surveyHandlers(surveys));
      serve(resources.tags, tagHandlers({ hasHub: config.push.hub !== undefined }));
    },
  } satisfies Feature;
}

function surveyHandlers(surveys: Surveys): Handlers<typeof resources.surveys> {
  return {
    respond: async ({ input, context }) => {
      await surveys.add(context.subject.id, { survey: input.id, answers: input.answers ?? [] });
      return { body: {} };
    },
  };
}

/** The user agent of the iOS app names the system after the model (ios-app 2.1). */
const IOS = /;\s*iOS \d/;

/**
 * Lists the tag under which phone apps register at the operator's notification hub. The iOS app gets it without a hub
 * too, because it only begins to report where it is when it has a tag to register. The Android app does not: it would
 * repeat its registration every 30 seconds while that fails.
 */
function tagHandlers({ hasHub }: { hasHub: boolean }): Handlers<typeof resources.tags> {
  return {
    list: async ({ context, request }) => {
      const isIos = IOS.test(request.headers['user-agent'] ?? '');
      const body = { tags: isIos || hasHub ? [phoneTagOf(context.subject.id)] : [] };
      return { body, revision: revisionOf(1, body), cacheControl: PRIVATE };
    },
  };
}
