import assert from 'node:assert/strict';
import { after, before, describe, it, type TestContext } from 'node:test';
import type { TokenRecord, ValueAddress } from '@azulejo/contract';
import {
  createFeatures,
  createMetrics,
  createServerFeatures,
  type Database,
  type Db,
  migrations,
} from '@azulejo/server/testing';
import type { BoundStatement } from '@azulejo/storage';
import { forEachEngine } from '@azulejo/storage/testing';
import { pino } from 'pino';
import { currentCursor, followPages, followStream, readLog } from '../durability/followers.ts';
import { openReceiver } from '../durability/killed-automations.ts';
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
import { personToken } from '../support/people.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { readJson } from '../support/replies.ts';
import { type Seeded, seeded } from '../support/seeded.ts';
import { until } from '../support/until.ts';
import { postJson } from '../support/wire.ts';

const CLIENTS = 20;
const OPERATIONS = 12;
/** Sign-ins whose clients exchange the same refresh token at once, again and again. */
const FAMILIES = 4;
const TURNS = 8;
const AUTOMATIONS = 3;
const AUTOMATIONS_PATH = '/v3/users/me/automations';
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
      const newSeed = (context: TestContext): number => {
        const seed = Date.now() % 100_000;
        context.diagnostic(`the seed is ${seed}`);
        return seed;
      };
      let scene: PanelScene;
      let platforms: TestPlatform[];
      let openDatabase: () => Promise<Db>;
      before(async () => {
        const place = await newPlace();
        const use = <Resource extends AsyncDisposable>(resource: Resource) => opened.use(resource);
        openDatabase = () => open<Database>({ place, migrations });
        const environment = { AUTOMATION_NETWORKS: '127.0.0.1/32' };
        const start = async () => use(await startPlatform({ place, environment }));
        scene = await setUpPanels({ place, start, use, openDatabase });
        const { clock } = scene.platform;
        platforms = [scene.platform];
        for (let count = 0; count < 2; count += 1)
          platforms.push(await startOther({ place, use }, { clock, environment }));
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

      it('keeps each property a register, and the log of its user without a gap for all who follow it', async (context) => {
        const seed = newSeed(context);
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
        const begin = await currentCursor(scene.platform.url, scene.ana);
        await using following = new AsyncDisposableStack();
        const followers = platforms.flatMap(({ url }) => [
          following.use(followPages(url, scene.ana, begin)),
          following.use(followStream(url, scene.ana, begin)),
        ]);
        const histories = await useRegisters(servers, registers, seed);
        for (const [index, history] of histories.entries()) {
          assert.ok(isLinearizable(history, 'first'), `property ${index} with the seed ${seed}`);
          await checkLog(registers[index] as ValueAddress, history);
        }
        const log = await readLog(scene.platform.url, scene.ana, begin);
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
        for (const follower of followers) {
          await follower.untilReceived(log.at(-1)?.cursor ?? '');
          assert.deepEqual(follower.received, log, 'all readers see the same');
        }
      });

      it('settles each command once, whichever server has the request and the answer', async (context) => {
        const seed = newSeed(context);
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

      it('keeps one chain of tokens for each sign-in, whichever servers its clients ask', async (context) => {
        const random = seeded(newSeed(context));
        const somewhere = () => platforms[random.below(platforms.length)] as TestPlatform;
        const { clientId } = scene.application;
        const exchange = async (refreshToken: string) =>
          postJson(somewhere(), '/v3/auth/exchange', {
            client_id: clientId,
            refresh_token: refreshToken,
            grant_type: 'password',
          });
        const me = async (token: string) => (await somewhere().request('/v3/users/me', { token })).status;
        const family = async () => {
          let last = await personToken(scene.platform, scene.application, scene.ana);
          const chain = [last];
          for (let turn = 0; turn < TURNS; turn += 1) {
            const replies = await Promise.all(
              Array.from({ length: CLIENTS / FAMILIES }, () => exchange(last.refresh_token)),
            );
            const records = await Promise.all(replies.map((reply) => readJson<TokenRecord>(reply)));
            const [first = last] = records;
            for (const { access_token, refresh_token } of records)
              assert.deepEqual([access_token, refresh_token], [first.access_token, first.refresh_token]);
            last = first;
            chain.push(last);
            assert.equal(await me(last.access_token), 200);
          }
          assert.equal(new Set(chain.map(({ refresh_token }) => refresh_token)).size, chain.length);
          // A token from before the last two was stolen, or its client is: the sign-in ends on every server.
          assert.equal((await exchange(chain[0]?.refresh_token ?? '')).status, 401);
          assert.equal((await exchange(last.refresh_token)).status, 401);
          for (const { access_token } of chain) assert.equal(await me(access_token), 401);
        };
        await Promise.all(Array.from({ length: FAMILIES }, family));
      });

      /** Creates automations that call the receiver when they are called. Returns what calls one from any server. */
      async function callingAutomations(url: string, random: Seeded) {
        const { token } = scene.ana;
        const definition = {
          label: 'Called',
          mode: 'parallel',
          when: [{ kind: 'webhook', webhook: true }],
          then: [{ kind: 'webhook', webhook: { url } }],
        };
        const ids: string[] = [];
        for (let count = 0; count < AUTOMATIONS; count += 1) {
          const reply = await postJson(scene.platform, AUTOMATIONS_PATH, definition, { token });
          assert.equal(reply.status, 201);
          ids.push(((await reply.json()) as { id: string }).id);
        }
        return async () => {
          const id = ids[random.below(ids.length)];
          const platform = platforms[random.below(platforms.length)] as TestPlatform;
          const run = await postJson(platform, `${AUTOMATIONS_PATH}/${id}/play`, {}, { token });
          assert.ok(run.ok, await run.text());
        };
      }

      it('lets each run of an automation act once, whichever server has its home', async (context) => {
        const random = seeded(newSeed(context));
        await using receiver = await openReceiver();
        const play = await callingAutomations(receiver.url, random);
        await Promise.all(Array.from({ length: CLIENTS }, () => play().then(play)));
        await until(() => receiver.calls.length >= 2 * CLIENTS);
        await until(async () => (await messagesOf(scene.db)).length === 0);
        assert.equal(receiver.calls.length, 2 * CLIENTS);
        assert.equal(new Set(receiver.calls).size, 2 * CLIENTS);
      });

      it('would notice that a message that a server sends is not its own', async () => {
        await using receiver = await openReceiver();
        const play = await callingAutomations(receiver.url, seeded(1));
        const { clock, config } = scene.platform;
        const senders = await Promise.all(
          [1, 2].map(async () => {
            const db = withoutClaims(await openDatabase());
            const [logger, metrics] = [pino({ enabled: false }), createMetrics()];
            const options = { config, db, clock, timers: clock, logger, metrics };
            const { list } = await createServerFeatures(options);
            const jobs = list.flatMap(({ jobs = [] }) => jobs);
            return jobs.find(({ name }) => name === 'send messages of automations');
          }),
        );
        await play();
        await until(async () => {
          await Promise.all(senders.map((sender) => sender?.run()));
          return new Set(receiver.calls).size < receiver.calls.length;
        });
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

const messagesOf = ({ read }: Db) => read.selectFrom('automation_messages').select('id').execute();

/** Plants a fault: what a server claimed is nobody's, so that each server sends it. */
function withoutClaims(db: Db): Db {
  const unclaimed = (statements: readonly BoundStatement[]) =>
    statements.map((statement) =>
      statement.sql.startsWith('update "automation_messages" set "claimed_until" =')
        ? { ...statement, parameters: [0, ...statement.parameters.slice(1)] }
        : statement,
    );
  return { ...db, read: db.read, unit: (statements, options) => db.unit(unclaimed(statements), options) };
}

/** Plants a fault: units are committed although what they were planned from has changed. */
function withoutGuards(db: Db): Db {
  const unguarded = (statements: readonly BoundStatement[]) =>
    statements.map((statement) => ({ ...statement, expectRow: false }));
  return { ...db, read: db.read, unit: (statements, options) => db.unit(unguarded(statements), options) };
}
