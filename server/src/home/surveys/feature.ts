import { resources } from '@azulejo/contract';
import type { Feature, Platform } from '../../core/feature.ts';
import { createSurveys } from './surveys.ts';
import { surveyHandlers, tagHandlers } from './surveys-routes.ts';

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
