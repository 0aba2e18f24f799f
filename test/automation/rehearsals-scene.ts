import assert from 'node:assert/strict';
import { type AutomationDefinition, AutomationWhyNot, Rehearsal } from '@azulejo/contract';
import { type Db, tables } from '@azulejo/server/testing';
import type { Person } from '../support/people.ts';
import { assertExact, readJson } from '../support/replies.ts';
import type { Stage } from '../support/scene.ts';
import { levelOf, setUpAutomations } from './automations-scene.ts';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;

type Occurrence = { readonly ago: number; readonly data: unknown; readonly component?: string };

/** Returns the values of a rise above 0.5 that happened `ago` milliseconds ago. */
export const rise = (ago: number): Occurrence[] => [
  { ago: ago + MINUTE, data: 0.1 },
  { ago, data: 0.9 },
];

/** Returns an automation that dims one component of a panel when the other one is bright. */
export const dimming = (
  channel: string,
  members: Partial<AutomationDefinition> = {},
): AutomationDefinition => ({
  label: 'Dim',
  when: [{ kind: 'property', property: levelOf(channel), is: 'rises-above', value: 0.5 }],
  then: [{ kind: 'set', set: levelOf(channel, 'right'), value: 0.2 }],
  ...members,
});

export type ServerSentEvent = { readonly event: string; readonly data: Record<string, unknown> };

/** Returns the events of a stream that has ended. */
export const eventsIn = (text: string): ServerSentEvent[] =>
  text
    .split('\n\n')
    .filter((block) => block !== '')
    .map((block) => {
      const [, event = '', data = ''] = /^event: (.*)\ndata: (.*)$/.exec(block) ?? [];
      return { event, data: JSON.parse(data) as Record<string, unknown> };
    });

/**
 * Creates people with panels, and returns functions that store past reports and request rehearsals over HTTP.
 */
export async function setUpRehearsals(stage: Stage) {
  const automations = await setUpAutomations(stage);
  const { platform, db, ana, send } = automations;
  const { events } = platform.server.features;
  const ask = (person: Person, body: Record<string, unknown>, headers = {}, signal?: AbortSignal) =>
    platform.request('/v3/users/me/automations/rehearsals', {
      method: 'POST',
      token: person.token,
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
      ...(signal && { signal }),
    });
  return {
    ...automations,
    ask,
    /**
     * Returns a request for a rehearsal that takes seconds after its first progress: its automation runs as
     * often as is allowed.
     */
    endless: (channel: string) => ({
      definition: dimming(channel, { when: [{ kind: 'interval', every: 'PT4S' }] }),
      days: 30,
    }),
    async rehearse(
      person: Person,
      definition: AutomationDefinition,
      { language = 'en', ...more }: { language?: string; days?: number } = {},
    ) {
      const body = { definition, ...more };
      const response = await send(person, 'POST', `/rehearsals?language=${language}`, body);
      const found = await readJson<Rehearsal>(response);
      assertExact(Rehearsal, found);
      return found;
    },
    /** Returns the events of a rehearsal that is streamed. */
    async stream(person: Person, definition: AutomationDefinition) {
      const response = await ask(person, { definition }, { accept: 'text/event-stream' });
      assert.equal(response.status, 200);
      return { headers: response.headers, events: eventsIn(await response.text()) };
    },
    async whyNot(person: Person, id: string, at: number, query = '') {
      const found = await readJson<AutomationWhyNot>(
        await send(person, 'GET', `/${id}/why-not?at=${at}${query}`),
      );
      assertExact(AutomationWhyNot, found);
      return found;
    },
    /** Appends values of a panel to Ana's log, oldest first. */
    async storePastReports(channelId: string, past: readonly Occurrence[]): Promise<void> {
      const now = platform.clock.now();
      await db.unit(
        events.append(
          past.map(({ ago, data, component = 'left' }) => ({
            userId: ana.id,
            at: now - ago,
            type: 'value' as const,
            address: { channelId, componentId: component, propertyId: 'level' },
            data,
          })),
        ),
      );
    },
  };
}

/** Counts the rows of every table. */
export async function countRows(db: Db): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const name of Object.keys(tables) as (keyof typeof tables)[]) {
    const { count } = await db.read
      .selectFrom(name)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    counts[name] = Number(count);
  }
  return counts;
}
