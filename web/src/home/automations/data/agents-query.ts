import type { Agent, AgentList, AgentVersion } from '@azulejo/contract';
import type { Client } from '@azulejo/sdk';
import { i18n } from '@lingui/core';
import { queryOptions } from '@tanstack/react-query';

/*
 * The types of the SDK leave the form of nested conditions and steps open, as the schema does; those of the contract
 * name it.
 */

/** The key of everything about automations, which a change makes stale. */
export const AGENTS = 'agents';

/** Loads the person's automations in their order, with sentences in the language of the page. */
export const agentsQuery = (client: Client, language = i18n.locale) =>
  queryOptions({
    queryKey: [AGENTS, 'list', language],
    queryFn: async () => (await client.agents.list({ language })) as AgentList,
  });

/** Loads one automation. */
export const agentQuery = (client: Client, id: string, language = i18n.locale) =>
  queryOptions({
    queryKey: [AGENTS, 'one', id, language],
    queryFn: async () => (await client.agents.get({ agent_id: id, language })) as Agent,
  });

/** Loads the last definitions of an automation, the newest first. */
export const versionsQuery = (client: Client, id: string, language = i18n.locale) =>
  queryOptions({
    queryKey: [AGENTS, 'versions', id, language],
    queryFn: async () =>
      (await client.agentVersions.list({ agent_id: id, language })) as { elements: readonly AgentVersion[] },
  });
