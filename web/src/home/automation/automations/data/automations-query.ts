import type { Automation, AutomationList, AutomationVersion } from '@azulejo/contract';
import type { Client } from '@azulejo/sdk';
import { i18n } from '@lingui/core';
import { queryOptions } from '@tanstack/react-query';

/*
 * The types of the SDK leave the form of nested conditions and steps open, as the schema does; those of the contract
 * name it.
 */

/** The key of everything about automations, which a change makes stale. */
export const AUTOMATIONS = 'automations';

/** Loads the person's automations in their order, with sentences in the language of the page. */
export const automationsQuery = (client: Client, language = i18n.locale) =>
  queryOptions({
    queryKey: [AUTOMATIONS, 'list', language],
    queryFn: async () => (await client.automations.list({ language })) as AutomationList,
  });

/** Loads one automation. */
export const automationQuery = (client: Client, id: string, language = i18n.locale) =>
  queryOptions({
    queryKey: [AUTOMATIONS, 'one', id, language],
    queryFn: async () => (await client.automations.get({ automation_id: id, language })) as Automation,
  });

/** Loads the last definitions of an automation, the newest first. */
export const versionsQuery = (client: Client, id: string, language = i18n.locale) =>
  queryOptions({
    queryKey: [AUTOMATIONS, 'versions', id, language],
    queryFn: async () =>
      (await client.automationVersions.list({ automation_id: id, language })) as {
        elements: readonly AutomationVersion[];
      },
  });
