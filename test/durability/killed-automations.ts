import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { HomeState } from '@azulejo/automations';
import type { AutomationDefinition, AutomationRun } from '@azulejo/contract';
import type { Db } from '@azulejo/server/testing';
import type { Place } from '@azulejo/storage/testing';
import { type Changed, passOver } from '../automation/replay/one-pass.ts';
import { callsOf, linesOf, storedLines, without } from '../automation/replay/stored.ts';
import { panelTemplate } from '../support/panel-template.ts';
import { newApplication, newPerson } from '../support/people.ts';
import { startPlatform } from '../support/platform.ts';
import { readJson } from '../support/replies.ts';
import { postJson } from '../support/wire.ts';
import { requestUntilServed } from './reconnecting.ts';

/** A receiver of calls, which remembers what it got by its idempotency key. */
export type Receiver = AsyncDisposable & {
  readonly url: string;
  readonly bodies: ReadonlyMap<string, ReadonlySet<string>>;
  /** The key of each call, in the order in which they came. */
  readonly calls: readonly string[];
};

export async function openReceiver(): Promise<Receiver> {
  const bodies = new Map<string, Set<string>>();
  const calls: string[] = [];
  const server = createServer(async (request, response) => {
    const body = await text(request).catch(() => undefined);
    if (body === undefined) return;
    const key = String(request.headers['idempotency-key']);
    calls.push(key);
    bodies.set(key, (bodies.get(key) ?? new Set()).add(body));
    response.writeHead(204).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/called`,
    bodies,
    calls,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const levelOf = (channel: string, component: string) => ({ channel, component, property: 'level' });

/** Automations that write at once, after a wait, and when something lasted, and that call an address each time. */
const automationsOf = (channel: string, url: string): AutomationDefinition[] => {
  const when = { kind: 'property', property: levelOf(channel, 'left'), is: 'becomes', value: 1 } as const;
  const right = levelOf(channel, 'right');
  return [
    {
      label: 'At once',
      mode: 'parallel',
      when: [when],
      then: [
        { kind: 'set', set: right, value: 1, only: 'always' },
        { kind: 'webhook', webhook: { url } },
      ],
    },
    {
      label: 'After a wait',
      mode: 'restart',
      when: [when],
      then: [
        { kind: 'wait', wait: 'PT2S' },
        { kind: 'set', set: right, value: 0, only: 'always' },
        { kind: 'webhook', webhook: { url } },
      ],
    },
    {
      label: 'When it lasted',
      when: [{ ...when, value: 0, for: 'PT1S' }],
      then: [
        { kind: 'set', set: right, value: 0.5, only: 'always' },
        { kind: 'webhook', webhook: { url } },
      ],
    },
  ];
};

/** A person's home with automations, as it is before its server is killed. */
export type AutomatedHome = {
  readonly userId: string;
  readonly token: string;
  readonly channelId: string;
  readonly automations: readonly string[];
  readonly before: Changed;
};

export async function createAutomatedHome(
  place: Place,
  environment: Readonly<Record<string, string>>,
  url: string,
): Promise<AutomatedHome> {
  await using platform = await startPlatform({ place, environment });
  const { features } = platform.server;
  await features.templates.import([panelTemplate], { areTrusted: false });
  const { id: userId, token } = await newPerson(platform, await newApplication(platform));
  const { channel } = await features.homes.addDevice({ userId, templateId: panelTemplate.id, name: 'Panel' });
  await put(platform.url, { token, channelId: channel.id }, 0);
  const automations: string[] = [];
  for (const definition of automationsOf(channel.id, url)) {
    const response = await postJson(platform, '/v3/users/me/automations', definition, { token });
    assert.equal(response.status, 201, await response.clone().text());
    automations.push(((await response.json()) as { id: string }).id);
  }
  await features.automationRunner.run();
  const compiled = await features.automationHomes.of(userId);
  assert.ok(compiled);
  const before = { home: compiled.home, earlier: [], values: [] };
  return { userId, token, channelId: channel.id, automations, before };
}

/** Reports a value of the panel. Resolves with whether it was acknowledged. */
export const put = (
  url: string,
  { token, channelId }: Pick<AutomatedHome, 'token' | 'channelId'>,
  data: number,
): Promise<boolean> =>
  fetch(`${url}/v3/channels/${channelId}/components/left/properties/level/value`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ data }),
  }).then(
    ({ ok }) => ok,
    () => false,
  );

/** Resolves when no run is going on and no call is to be made. */
export async function untilIdle(url: string, { automations, token }: AutomatedHome): Promise<void> {
  const get = (path: string) =>
    requestUntilServed(`${url}/v3/users/me/automations/${path}`, {
      headers: { authorization: `Bearer ${token}` },
    });
  for (const id of automations) {
    for (let isIdle = false; !isIdle; ) {
      const { elements } = await readJson<{ elements: AutomationRun[] }>(
        await get(`${id}/runs?page_size=100`),
      );
      isIdle = elements.every(({ outcome }) => outcome !== 'running');
      for (const run of elements) {
        const { steps = [] } = await readJson<AutomationRun>(await get(`${id}/runs/${run.id}`));
        isIdle &&= steps.every(({ outcome }) => outcome !== 'open');
      }
    }
  }
}

export type Baseline = {
  readonly home: HomeState;
  readonly cursor: number;
  readonly lines: readonly string[];
};

/** Reads what the home remembers, and what it did so far. */
export async function readBaseline(db: Db, userId: string): Promise<Baseline> {
  const row = await db.read
    .selectFrom('automation_homes')
    .select(['cursor', 'state_json'])
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  const { home } = JSON.parse(row.state_json) as { home: HomeState };
  return { home, cursor: row.cursor, lines: await storedLines(db, userId) };
}

/** Asserts that everything happened that one pass over the log decides, and once. Returns how many runs there were. */
export async function assertOnce(
  db: Db,
  { userId, channelId, before }: AutomatedHome,
  baseline: Baseline,
  { bodies }: Receiver,
): Promise<number> {
  const events = await db.read
    .selectFrom('user_events')
    .select(['n', 'at', 'type', 'io', 'state', 'sender', 'cause', 'depth'])
    .select(['channel_id as channelId', 'component_id as componentId', 'property_id as propertyId'])
    .select(['data_json as data', 'on_behalf_of as onBehalfOf', 'root_id as rootId'])
    .where('user_id', '=', userId)
    .where('n', '>', baseline.cursor)
    .orderBy('n')
    .execute();
  const until = Date.now();
  const none = new Map<number, Changed>();
  const pass = { state: baseline.home, first: before, changes: none, events, unsent: () => undefined, until };
  const decisions = passOver(pass);
  assert.deepEqual(without(await storedLines(db, userId), baseline.lines), linesOf(decisions, [channelId]));
  assert.deepEqual([...bodies.keys()].sort(), callsOf(decisions));
  // A call that was made twice is the same call.
  for (const same of bodies.values()) assert.equal(same.size, 1);
  const open = await db.read
    .selectFrom('automation_messages')
    .select('id')
    .where('user_id', '=', userId)
    .execute();
  assert.deepEqual(open, []);
  return decisions.filter(({ type }) => type === 'run-began').length;
}
