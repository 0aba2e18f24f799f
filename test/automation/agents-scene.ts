import assert from 'node:assert/strict';
import { Agent, AgentCheck, type AgentDefinition, AgentList } from '@azulejo/contract';
import { setUpPanels } from '../support/panel-scene.ts';
import type { Person } from '../support/people.ts';
import { assertExact, readJson } from '../support/replies.ts';
import type { Stage } from '../support/scene.ts';

type Body = Record<string, unknown>;

/** Creates people with panels, and returns functions that create and change their automations. */
export async function setUpAgents(stage: Stage) {
  const panels = await setUpPanels(stage);
  const { platform } = panels;
  const send = (person: Person, method: string, below = '', body?: Body, headers = {}) =>
    platform.request(`/v3/users/me/agents${below}`, {
      method,
      token: person.token,
      headers: { 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  return {
    ...panels,
    send,
    async create(person: Person, definition: AgentDefinition, query = '') {
      const response = await send(person, 'POST', query, definition);
      assert.equal(response.status, 201, await response.clone().text());
      const agent = (await response.json()) as Agent;
      assertExact(Agent, agent);
      return agent;
    },
    read: async (person: Person, id: string) => readJson<Agent>(await send(person, 'GET', `/${id}`)),
    async list(person: Person) {
      const list = await readJson<AgentList>(await send(person, 'GET'));
      assertExact(AgentList, list);
      return list.elements;
    },
    async check(person: Person, definition: AgentDefinition, agent?: string) {
      const body = { definition, ...(agent === undefined ? {} : { agent }) };
      const found = await readJson<AgentCheck>(await send(person, 'POST', '/check', body));
      assertExact(AgentCheck, found);
      return found;
    },
  };
}

export const levelOf = (channel: string, component = 'left') => ({ channel, component, property: 'level' });

/** Returns an automation that sets one component of a panel when the other one gets a value. */
export const following = (
  channel: string,
  { from = 'left', to = 'right', is = 1, sets = 1, label = 'Follow' } = {},
): AgentDefinition => ({
  label,
  when: [{ property: levelOf(channel, from), is: 'becomes', value: is }],
  then: [{ set: levelOf(channel, to), value: sets }],
});
