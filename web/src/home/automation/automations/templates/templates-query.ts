import type { AutomationTemplate } from '@azulejo/contract';
import type { Client } from '@azulejo/sdk';
import { i18n } from '@lingui/core';
import { queryOptions } from '@tanstack/react-query';
import { AUTOMATIONS } from '../data/automations-query.ts';
import { rehearse } from '../rehearsal/rehearse.ts';

/** A count of runs is shown this long before it is rehearsed again. */
const COUNT_AGE_MS = 10 * 60_000;

/** The key of how often ready automations would have run. */
export const COUNTS = [AUTOMATIONS, 'template-counts'] as const;

/** Loads the ready automations that fit the person's devices. */
export const templatesQuery = (client: Client, language = i18n.locale) =>
  queryOptions({
    queryKey: [AUTOMATIONS, 'templates', language],
    queryFn: async () =>
      (await client.automations.templates({ language })).elements as readonly AutomationTemplate[],
  });

/** Asks how often a ready automation would have run last week. */
export const countQuery = (client: Client, { id, definition }: AutomationTemplate) =>
  queryOptions({
    queryKey: [...COUNTS, id, JSON.stringify(definition)],
    queryFn: async ({ signal }) =>
      (await rehearse(client, { definition, signal, onProgress: () => {} })).count,
    staleTime: COUNT_AGE_MS,
    retry: false,
  });
