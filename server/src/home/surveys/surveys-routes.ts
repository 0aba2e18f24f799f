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

/** Notifications go to browsers and by e-mail, not to phone apps, so there are no tags to register for. */
const NO_TAGS = { tags: [] };

export function tagHandlers(): Handlers<typeof resources.tags> {
  return {
    list: async () => ({ body: NO_TAGS, revision: revisionOf(1, NO_TAGS), cacheControl: PRIVATE }),
  };
}
