import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { it } from 'node:test';
import type { Features } from '@azulejo/server';
import type { Place } from '@azulejo/storage/testing';
import { newApplication, newPerson } from '../support/people.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { answerOf, azulejo, forEachEngineInFull, refusalOf } from './azulejo.ts';

type Message = {
  device: number;
  act: number;
  component: string;
  property: string;
  io: string;
  data: unknown;
};
type Summary = {
  devices: number;
  most_connected: number;
  published: number;
  acknowledged: number;
  asked: number;
  answered: number;
  errors: number;
};
type Created = { client_id: string; client_secret: string; channel: string; template: string };

/**
 * Almost two seconds of real time, so that the first device is still connected when the last one connects.
 */
const DURATION = ['--duration', '1h'];

async function setUp(newPlace: () => Promise<Place>) {
  const place = await newPlace();
  const platform = await startPlatform({ place });
  const person = await newPerson(platform, await newApplication(platform));
  const templates = await answerOf<{ id: string; model: string }[]>(place, ['template', 'list']);
  const template = templates.find(({ model }) => model === 'TS011F_plug_1')?.id ?? '';
  const environment = environmentOf(platform);
  const simulate = ['simulate', '--template', template, '--user', person.id, '--speed', '2000'];
  return {
    place,
    platform,
    person,
    template,
    environment,
    simulate,
    run: (args: readonly string[], options: { until?: Promise<unknown> } = {}) =>
      answerOf<Summary>(place, [...simulate, ...args], { environment, ...options }),
    print: (args: readonly string[]) =>
      answerOf<Message[]>(place, ['simulate', '--template', template, ...args, '--print']),
    [Symbol.asyncDispose]: () => platform[Symbol.asyncDispose](),
  };
}

/** Returns settings for a command next to the running platform. */
const environmentOf = ({ config }: TestPlatform) => ({
  HTTP_PORT: String(config.httpPort),
  MQTT_PORT: String(config.mqtt.port),
  MQTTS_PORT: String(config.mqtt.tlsPort),
});

/** Collects the values that are reported from now on, by channel. */
function listen({ bus }: Features) {
  const lines = new Map<string, unknown[]>();
  const listening = bus.on('valueReported', ({ address, message }) => {
    const line = [address.componentId, address.propertyId, message.io, message.data];
    lines.set(address.channelId, [...(lines.get(address.channelId) ?? []), line]);
  });
  return { lines, [Symbol.dispose]: () => listening[Symbol.dispose]() };
}

const linesOf = (messages: readonly Message[]) =>
  [...Map.groupBy(messages, ({ device }) => device).values()].map((own) =>
    own.map(({ component, property, io, data }) => [component, property, io, data]),
  );

const sorted = (runs: Iterable<unknown>) => [...runs].map((each) => JSON.stringify(each)).toSorted();

forEachEngineInFull((engine, _open, newPlace) => {
  it('simulate publishes exactly the messages of its seed and reuses its devices', async () => {
    await using scene = await setUp(newPlace);
    const args = ['--count', '5', '--seed', '7', ...DURATION];
    const expected = await scene.print(args);
    assert.ok(expected.length > 50);
    for (const time of ['first', 'again']) {
      using received = listen(scene.platform.server.features);
      const summary = await scene.run(args);
      assert.deepEqual(
        [summary.devices, summary.most_connected, summary.published, summary.acknowledged, summary.errors],
        [5, 5, expected.length, expected.length, 0],
        time,
      );
      assert.deepEqual(sorted(received.lines.values()), sorted(linesOf(expected)), time);
    }
    const devices = await answerOf<object[]>(scene.place, ['device', 'list', '--user', scene.person.id]);
    assert.equal(devices.length, 5);
    const { removed } = await answerOf<{ removed: number }>(scene.place, [
      ...scene.simulate,
      '--seed',
      '7',
      '--remove',
    ]);
    assert.equal(removed, 5);
    assert.deepEqual(await answerOf(scene.place, ['device', 'list']), []);
  });

  if (engine !== 'sqlite') return;

  it('simulate applies the chosen faults in the same way each time', async () => {
    await using scene = await setUp(newPlace);
    const args = ['--count', '3', '--seed', '4', '--duration', '3h'];
    const faults = ['--faults', 'late,lost,duplicate,out-of-order,offline'];
    const [well, expected] = await Promise.all([scene.print(args), scene.print([...args, ...faults])]);
    assert.notDeepEqual(expected, well);
    using received = listen(scene.platform.server.features);
    const summary = await scene.run([...args, ...faults]);
    assert.deepEqual([summary.published, summary.acknowledged], [expected.length, expected.length]);
    assert.deepEqual(sorted(received.lines.values()), sorted(linesOf(expected)));
  });

  it('simulate refuses every write with a reason when an option says so', async () => {
    await using scene = await setUp(newPlace);
    const { promise: hasEnded, resolve: end } = Promise.withResolvers<void>();
    const first = Promise.withResolvers<string>();
    const { bus } = scene.platform.server.features;
    using _hearing = bus.on('valueReported', ({ address }) => first.resolve(address.channelId));
    const running = scene.run(['--seed', '3', '--faults', 'refusing'], { until: hasEnded });
    const channel = await first.promise;
    const path = `/v3/channels/${channel}/components/socket/properties/child-lock/value?wait=10`;
    const response = await scene.platform.request(path, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ data: true }),
      token: scene.person.token,
    });
    const { state, reason } = (await response.json()) as { state: string; reason?: string };
    end();
    await running;
    assert.deepEqual([state, reason], ['refused', 'remote_control_disabled']);
  });

  it('simulate answers commands until Ctrl-C and then prints a summary', async () => {
    await using scene = await setUp(newPlace);
    const { features } = scene.platform.server;
    const { promise: hasEnded, resolve: end } = Promise.withResolvers<void>();
    const first = Promise.withResolvers<string>();
    using _hearing = features.bus.on('valueReported', ({ address }) => first.resolve(address.channelId));
    const running = scene.run(['--seed', '2'], { until: hasEnded });
    const channel = await first.promise;
    const path = `/v3/channels/${channel}/components/socket/properties/child-lock/value?wait=10`;
    const response = await scene.platform.request(path, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ data: true }),
      token: scene.person.token,
    });
    assert.equal(((await response.json()) as { state: string }).state, 'done');
    end();
    const summary = await running;
    assert.deepEqual([summary.asked, summary.answered, summary.errors], [1, 1, 0]);
    assert.equal(summary.published, summary.acknowledged);
  });

  it('simulate runs devices that were created elsewhere, without the database', async () => {
    await using scene = await setUp(newPlace);
    const create = ['device', 'create', '--user', scene.person.id, '--template', scene.template];
    const devices = [
      await answerOf<Created>(scene.place, create),
      await answerOf<Created>(scene.place, create),
    ];
    const file = join(scene.place.dataDir, 'devices.json');
    await writeFile(file, JSON.stringify(devices));
    const { config, url } = scene.platform;
    const elsewhere = { dataDir: join(scene.place.dataDir, 'nothing-here') };
    const args = ['simulate', '--template', scene.template, '--speed', '2000', ...DURATION];
    const broker = `mqtt://127.0.0.1:${config.mqtt.port}`;
    const where = ['--server', url, '--broker', broker, '--credentials', file];
    using received = listen(scene.platform.server.features);
    // The server that the other commands use does not matter.
    const environment = { AZULEJO_URL: 'https://casa.example' };
    const summary = await answerOf<Summary>(elsewhere, [...args, '--count', '2', ...where], { environment });
    assert.equal(summary.most_connected, 2);
    assert.deepEqual(new Set(received.lines.keys()), new Set(devices.map(({ channel }) => channel)));
    const refused = await refusalOf(elsewhere, [...args, '--count', '3', ...where]);
    assert.match(refused.message, /has 2 devices, not 3/);
    for (const missing of [where.slice(0, -2), where.slice(2)])
      assert.equal((await azulejo(elsewhere, [...args, ...missing], { environment })).code, 2);
    await writeFile(file, JSON.stringify(devices.map((device) => ({ ...device, client_secret: 'wrong' }))));
    const failed = await azulejo(elsewhere, [...args, ...where, '--json']);
    assert.equal(failed.code, 1);
    assert.deepEqual(JSON.parse(failed.stdout).error_kinds, {
      'sign-in: 401 The client is unknown or its secret is wrong.': 1,
    });
  });

  it('simulate names what is missing or invalid', async () => {
    const place = await newPlace();
    await answerOf(place, ['migrate']);
    const [template] = await answerOf<{ id: string }[]>(place, ['template', 'list']);
    const args = ['simulate', '--template', template?.id ?? ''];
    assert.match((await refusalOf(place, args)).message, /no demo home: name a user with --user/);
    assert.match(
      (await refusalOf(place, ['simulate', '--template', 'none', '--print'])).message,
      /no channel template/,
    );
    for (const wrong of [
      ['--faults', 'loud'],
      ['--count', '0'],
      ['--count', '10001'],
      ['--speed', '0'],
    ])
      assert.equal((await azulejo(place, [...args, ...wrong])).code, 2, wrong.join(' '));
  });
});
