import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { ValueAddress } from '@azulejo/contract';
import { createFeatures, createMetrics, type Database, type Db, migrations } from '@azulejo/server/testing';
import type { BoundStatement } from '@azulejo/storage';
import { forEachEngine } from '@azulejo/storage/testing';
import { pino } from 'pino';
import { eventPage } from '../support/feed-scene.ts';
import { isLinearizable, type Operation } from '../support/linearizable.ts';
import { startOther } from '../support/other-server.ts';
import {
  addressOf,
  clientOf,
  type PanelScene,
  setUpPanels,
  userOf,
  valuePath,
} from '../support/panel-scene.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { readJson } from '../support/replies.ts';
import { type Seeded, seeded } from '../support/seeded.ts';

const CLIENTS = 20;
const OPERATIONS = 12;
const REGISTERS = ['left/label', 'right/label'];

/** The only interface of a server that the clients of a register need. */
type Register = {
  put(address: ValueAddress, value: string): Promise<void>;
  get(address: ValueAddress): Promise<string>;
};

/** What clients on several servers did at once is checked against what one server could have done. */
forEachEngine(
  (_engine, open, newPlace) => {
    describe('several servers that share one database', () => {
      const opened = new AsyncDisposableStack();
      let scene: PanelScene;
      let platforms: TestPlatform[];
      let openDatabase: () => Promise<Db>;
      before(async () => {
        const place = await newPlace();
        const use = <Resource extends AsyncDisposable>(resource: Resource) => opened.use(resource);
        openDatabase = () => open<Database>({ place, migrations });
        const start = async () => use(await startPlatform({ place }));
        scene = await setUpPanels({ place, start, use, openDatabase });
        const { clock } = scene.platform;
        platforms = [scene.platform];
        for (let count = 0; count < 2; count += 1)
          platforms.push(await startOther({ place, use }, { clock }));
      });
      after(() => opened.disposeAsync());

      /** Lets clients on all servers change and read registers. Returns the history of each. */
      async function useRegisters(
        servers: readonly Register[],
        registers: readonly ValueAddress[],
        seed: number,
      ) {
        const histories = registers.map((): Operation[] => []);
        const client = async (number: number, random: Seeded) => {
          for (let turn = 0; turn < OPERATIONS; turn += 1) {
            const server = servers[random.below(servers.length)];
            const index = random.below(registers.length);
            const address = registers[index];
            if (!server || !address) continue;
            const isWrite = random.below(2) === 0;
            const value = `${number}-${turn}`;
            const called = performance.now();
            const read = isWrite ? undefined : await server.get(address);
            if (isWrite) await server.put(address, value);
            const operation = { kind: isWrite ? 'write' : 'read', value: read ?? value } as const;
            histories[index]?.push({ ...operation, called, returned: performance.now() });
          }
        };
        await Promise.all(
          Array.from({ length: CLIENTS }, (_, number) => client(number, seeded(seed * CLIENTS + number))),
        );
        return histories;
      }

      /** Returns the values of a property in the order of the log of its user, with their times. */
      const loggedOf = ({ channelId, componentId }: ValueAddress) =>
        scene.db.read
          .selectFrom('user_events')
          .select(['n', 'at', 'data_json'])
          .where('user_id', '=', scene.ana.id)
          .where('channel_id', '=', channelId)
          .where('component_id', '=', componentId)
          .where('type', '=', 'value')
          .orderBy('n')
          .execute();

      async function newRegisters(): Promise<ValueAddress[]> {
        const channelId = await scene.newOwnerlessPanel();
        const registers = REGISTERS.map((at) => addressOf(channelId, at));
        for (const at of REGISTERS) assert.ok((await scene.put(scene.ana.token, channelId, at, 'first')).ok);
        return registers;
      }

      /** Throws when the log does not have each value once, or has its times in another order. */
      async function checkLog(address: ValueAddress, history: readonly Operation[]): Promise<void> {
        const logged = await loggedOf(address);
        const times = logged.map(({ at }) => at);
        assert.deepEqual(
          times,
          [...new Set(times)].toSorted((one, other) => one - other),
          'times increase',
        );
        const written = history.filter(({ kind }) => kind === 'write').map(({ value }) => value);
        assert.deepEqual(
          logged.map(({ data_json }) => JSON.parse(data_json ?? '')).toSorted(),
          ['first', ...written].toSorted(),
        );
      }

      it('keeps each property a register, and the log of its user without a gap', async (context) => {
        const seed = Date.now() % 100_000;
        context.diagnostic(`the seed is ${seed}`);
        const { token } = scene.ana;
        const registers = await newRegisters();
        const toPath = ({ channelId, componentId, propertyId }: ValueAddress) =>
          valuePath(channelId, `${componentId}/${propertyId}`);
        const servers = platforms.map(
          (platform): Register => ({
            put: async (address, data) => {
              const response = await platform.request(toPath(address), {
                method: 'PUT',
                token,
                headers: { 'content-type': 'application/json' },
                body: JSON.stringify({ data }),
              });
              assert.ok(response.ok, await response.text());
            },
            get: async (address) =>
              (await readJson<{ data: string }>(await platform.request(toPath(address), { token }))).data,
          }),
        );
        const histories = await useRegisters(servers, registers, seed);
        for (const [index, history] of histories.entries()) {
          assert.ok(isLinearizable(history, 'first'), `property ${index} with the seed ${seed}`);
          await checkLog(registers[index] as ValueAddress, history);
        }
        const logs = await Promise.all(
          platforms.map((platform) => eventPage(platform, token, '?limit=1000')),
        );
        const numbers = await scene.db.read
          .selectFrom('user_events')
          .select('n')
          .where('user_id', '=', scene.ana.id)
          .orderBy('n')
          .execute();
        assert.deepEqual(
          numbers.map(({ n }) => n),
          numbers.map((_, index) => index + 1),
        );
        for (const log of logs) assert.deepEqual(log.elements, logs[0]?.elements, 'all readers see the same');
      });

      it('settles each command once, whichever server has the request and the answer', async () => {
        const seed = Date.now() % 100_000;
        const random = seeded(seed);
        const device = await scene.newDevice();
        for (const { server } of platforms) server.features.connectedClients.add(device.id);
        const channel = await scene.partiesOf(device.channelId);
        const address = addressOf(device.channelId, 'left/level');
        const actor = userOf(scene.ana, scene.application.clientId);
        const pathOf = () =>
          (platforms[random.below(platforms.length)] as TestPlatform).server.features.writePath;
        const rounds = Array.from({ length: 60 }, (_, round) =>
          random.below(2) === 0
            ? pathOf().put(actor, channel, address, round)
            : pathOf().put(clientOf(device.id), channel, address, random.below(60)),
        );
        const requested = (await Promise.all(rounds)).flatMap(({ id }) => id ?? []);
        scene.platform.clock.advance({ minutes: 1 });
        await Promise.all(platforms.map(({ server }) => server.features.writePath.settleOverdue()));
        const stored = await scene.db.read
          .selectFrom('commands')
          .select(['id', 'state'])
          .where('channel_id', '=', device.channelId)
          .execute();
        assert.deepEqual(stored.map(({ id }) => id).toSorted(), requested.toSorted());
        assert.ok(stored.every(({ state }) => state !== 'open'));
        const ended = (await scene.logOf(scene.ana, device.channelId)).flatMap(({ cause }) =>
          cause?.startsWith('command:') ? [cause.slice('command:'.length)] : [],
        );
        assert.deepEqual(ended.toSorted(), requested.toSorted(), `with the seed ${seed}`);
      });

      it('would notice that values are stored without looking at what they were planned from', async () => {
        const registers = await newRegisters();
        const { clock, config } = scene.platform;
        const unguarded = async (): Promise<Register> => {
          const db = withoutGuards(await openDatabase());
          const [logger, metrics] = [pino({ enabled: false }), createMetrics()];
          const { services } = await createFeatures({ config, db, clock, timers: clock, logger, metrics });
          const channel = await scene.partiesOf(registers[0]?.channelId ?? '');
          const actor = userOf(scene.ana, scene.application.clientId);
          return {
            put: async (address, data) => void (await services.writePath.put(actor, channel, address, data)),
            get: async (address) => String((await services.values.find(address))?.data),
          };
        };
        const servers = [await unguarded(), await unguarded()];
        const histories = await useRegisters(servers, registers, 1);
        const checks = histories.map((history, index) => checkLog(registers[index] as ValueAddress, history));
        const results = await Promise.allSettled(checks);
        assert.ok(
          results.some(({ status }) => status === 'rejected'),
          'the fault is found',
        );
      });
    });
  },
  ['postgres'],
);

/** Plants a fault: units are committed although what they were planned from has changed. */
function withoutGuards(db: Db): Db {
  const unguarded = (statements: readonly BoundStatement[]) =>
    statements.map((statement) => ({ ...statement, expectRow: false }));
  return { ...db, read: db.read, unit: (statements, options) => db.unit(unguarded(statements), options) };
}
