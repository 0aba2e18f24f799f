import { resources } from '@azulejo/contract';
import { cleanup, type Feature, finishUpgrade, type Platform } from '../../core/feature.ts';
import type { Templates, ValueSchemas } from '../../devices/templates/index.ts';
import { activityHandlers } from './activity-routes.ts';
import { createAutomationAuthors } from './automation-authors.ts';
import { createHistory } from './history.ts';
import { historyHandlers } from './history-routes.ts';

type Needs = Platform & { templates: Templates; schemas: ValueSchemas };

/** Stores past values of channels, and what happened in a home. */
export function historyFeature({ db, clock, retention, templates, schemas }: Needs) {
  const history = createHistory({ db, clock, retention });
  const automationAuthors = createAutomationAuthors();
  const { list } = resources.activity;
  const { history: ofOne, historyList } = resources.values;
  return {
    api: { history, automationAuthors },
    routes({ serve }) {
      serve({ history: ofOne, historyList }, historyHandlers(history, templates, automationAuthors));
      serve({ list }, activityHandlers({ db, history, templates, schemas, automationAuthors }));
    },
    jobs: [
      cleanup('history', history.prune),
      finishUpgrade('aggregate earlier history by hour', history.rollUp.run, history.rollUp.stop),
    ],
  } satisfies Feature;
}
