import assert from 'node:assert/strict';
import { Automation, AutomationCheck, type AutomationDefinition, AutomationList } from '@azulejo/contract';
import { setUpPanels } from '../support/panel-scene.ts';
import type { Person } from '../support/people.ts';
import { assertExact, readJson } from '../support/replies.ts';
import type { Stage } from '../support/scene.ts';

type Body = Record<string, unknown>;

/** Creates people with panels, and returns functions that create and change their automations. */
export async function setUpAutomations(stage: Stage) {
  const panels = await setUpPanels(stage);
  const { platform } = panels;
  const send = (person: Person, method: string, below = '', body?: Body, headers = {}) =>
    platform.request(`/v3/users/me/automations${below}`, {
      method,
      token: person.token,
      headers: { 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  return {
    ...panels,
    send,
    async create(person: Person, definition: AutomationDefinition, query = '') {
      const response = await send(person, 'POST', query, definition);
      assert.equal(response.status, 201, await response.clone().text());
      const automation = (await response.json()) as Automation;
      assertExact(Automation, automation);
      return automation;
    },
    read: async (person: Person, id: string) => readJson<Automation>(await send(person, 'GET', `/${id}`)),
    async list(person: Person) {
      const list = await readJson<AutomationList>(await send(person, 'GET'));
      assertExact(AutomationList, list);
      return list.elements;
    },
    async check(person: Person, definition: AutomationDefinition, automation?: string) {
      const body = { definition, ...(automation === undefined ? {} : { automation }) };
      const found = await readJson<AutomationCheck>(await send(person, 'POST', '/check', body));
      assertExact(AutomationCheck, found);
      return found;
    },
  };
}

export const levelOf = (channel: string, component = 'left') => ({ channel, component, property: 'level' });

/** Returns an automation that sets one component of a panel when the other one gets a value. */
export const following = (
  channel: string,
  { from = 'left', to = 'right', is = 1, sets = 1, label = 'Follow' } = {},
): AutomationDefinition => ({
  label,
  when: [{ kind: 'property', property: levelOf(channel, from), is: 'becomes', value: is }],
  then: [{ kind: 'set', set: levelOf(channel, to), value: sets }],
});
