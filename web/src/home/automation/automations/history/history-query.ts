import type { AutomationMisses, AutomationRun } from '@azulejo/contract';
import type { Client } from '@azulejo/sdk';
import { i18n } from '@lingui/core';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';

/** The key of everything about runs and misses, which a run makes stale. */
export const HISTORY = 'automation-history';

/** How many runs are shown at first, and more at a time. */
const PAGE_SIZE = 20;

/** Loads the runs of an automation in pages, newest first. */
export const runsQuery = (client: Client, id: string, language = i18n.locale) =>
  infiniteQueryOptions({
    queryKey: [HISTORY, 'runs', id, language],
    queryFn: async ({ pageParam }) => {
      const before = pageParam === '' ? {} : { before: pageParam };
      const page = await client.automationRuns.list({
        automation_id: id,
        language,
        page_size: PAGE_SIZE,
        ...before,
      });
      return page.elements as AutomationRun[];
    },
    initialPageParam: '',
    getNextPageParam: (last) => (last.length < PAGE_SIZE ? undefined : last.at(-1)?.id),
  });

/** Loads a run with its steps. */
export const runQuery = (client: Client, automationId: string, runId: string, language = i18n.locale) =>
  queryOptions({
    queryKey: [HISTORY, 'run', automationId, runId, language],
    queryFn: async () =>
      (await client.automationRuns.get({
        automation_id: automationId,
        run_id: runId,
        language,
      })) as AutomationRun,
  });

/** Loads what kept an automation from running in the last 30 days. */
export const missesQuery = (client: Client, id: string, language = i18n.locale) =>
  queryOptions({
    queryKey: [HISTORY, 'misses', id, language],
    queryFn: async () =>
      (await client.automationRuns.misses({ automation_id: id, language })) as AutomationMisses,
  });
