import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Command } from '@azulejo/contract';
import {
  createFeatures,
  createMetrics,
  type Database,
  type Features,
  migrations,
} from '@azulejo/server/testing';
import { forEachEngine, type Place } from '@azulejo/storage/testing';
import { sql } from 'kysely';
import { pino } from 'pino';
import { addressOf, clientOf, type PanelScene, setUpPanels, userOf } from '../support/panel-scene.ts';
import { startPlatform } from '../support/platform.ts';
import { readJson } from '../support/replies.ts';
import { seeded } from '../support/seeded.ts';

/**
 * Commands of the command line write while a server runs. Each process settles commands on the condition that
 * the other has not settled them yet. On SQLite, only one process writes values.
 */
forEachEngine(
  (_engine, open, newPlace) => {
    describe('two processes that write values to one database', () => {
      const opened = new AsyncDisposableStack();
      let scene: PanelScene;
      let other: Features;
      let place: Place;
      const openServer = async () => {
        const { clock, config } = scene.platform;
        const db = await open<Database>({ place, migrations });
        const [logger, metrics] = [pino({ enabled: false }), createMetrics()];
        const { services } = await createFeatures({ config, db, clock, timers: clock, logger, metrics });
        return { db, features: services };
      };
      before(async () => {
        place = await newPlace();
        scene = await setUpPanels({
          place,
          start: async (options) => opened.use(await startPlatform({ place, ...options })),
          use: (resource) => opened.use(resource),
          openDatabase: () => open<Database>({ place, migrations }),
        });
        ({ features: other } = await openServer());
      });
      after(() => opened.disposeAsync());

      const ask = async (channelId: string) => {
        const response = await scene.put(scene.ana.token, channelId, 'left/level', 1);
        return (await response.json()) as Command;
      };
      const eventsOf = async (channelId: string) =>
        (await scene.logOf(scene.ana, channelId)).map(({ type, state, cause }) =>
          type === 'command' ? state : cause,
        );

      it('settles a write from one process with the answer from the other, and ends the wait', async () => {
        const { newDevice, put, ana, partiesOf, pass, takeEvents } = scene;
        const device = await newDevice();
        const requested = Promise.withResolvers<void>();
        using _listening = scene.platform.server.features.bus.on('commandRequested', () =>
          requested.resolve(),
        );
        const answer = put(ana.token, device.channelId, 'left/level', 1, '?wait=30');
        await requested.promise;
        const accepted = await other.writePath.receive(
          clientOf(device.id),
          await partiesOf(device.channelId),
          addressOf(device.channelId, 'left/level'),
          { io: 'iw', data: 1 },
        );
        await accepted.committed;
        takeEvents();
        await pass(5);
        const command = await readJson<Command>(await answer);
        assert.equal(command.state, 'done');
        assert.deepEqual(await eventsOf(device.channelId), [`command:${command.id}`]);
        assert.deepEqual(takeEvents(), [], 'no reply reports a failure');
      });

      it('settles and logs a command once when both processes find it overdue', async () => {
        // One after another, since each moves the clock, which ends writes that are open.
        const devices = [];
        for (let count = 0; count < 5; count += 1) devices.push(await scene.newDevice());
        const requested = await Promise.all(devices.map(({ channelId }) => ask(channelId)));
        scene.platform.clock.advance({ seconds: 12 });
        await Promise.all(
          [scene.platform.server.features, other].flatMap(({ writePath }) => [
            writePath.settleOverdue(),
            writePath.settleLeft(),
          ]),
        );
        for (const [index, { channelId }] of devices.entries()) {
          assert.deepEqual(await eventsOf(channelId), ['unanswered']);
          const { ana, command } = scene;
          assert.equal((await command(ana.token, requested[index]?.id)).state, 'unanswered');
        }
      });

      it('settles a command once and stores both values when reports arrive at both processes', async () => {
        const { ana, partiesOf, command, application, sendMessage } = scene;
        const device = await scene.newDevice();
        const channel = await partiesOf(device.channelId);
        const address = addressOf(device.channelId, 'left/level');
        const rounds = 20;
        const causes: string[] = [];
        for (let round = 1; round <= rounds; round += 1) {
          await sendMessage(userOf(ana, application.clientId), device.channelId, 'left/level', {
            io: 'w',
            data: round,
          });
          const accepted = await Promise.all(
            [scene.platform.server.features, other].map(({ writePath }) =>
              writePath.receive(clientOf(device.id), channel, address, {
                io: 'iw',
                data: round,
              }),
            ),
          );
          await Promise.all(accepted.map(({ committed }) => committed));
        }
        for (const cause of await eventsOf(device.channelId))
          if (cause?.startsWith('command')) causes.push(cause);
        assert.equal(causes.length, rounds);
        assert.equal(new Set(causes).size, rounds);
        assert.equal((await command(ana.token, causes[0]?.slice('command:'.length))).state, 'done');
        const stored = await scene.platform.server.features.values.find(address);
        assert.deepEqual([stored?.data, stored?.revision], [rounds, 2 * rounds]);
      });

      it('has one open command for a property when both processes open one at once', async () => {
        const { ana, application, partiesOf, command, db } = scene;
        const { id, channelId } = await scene.newDevice();
        other.connectedClients.add(id);
        const channel = await partiesOf(channelId);
        const actor = userOf(ana, application.clientId);
        const written = await Promise.all(
          [scene.platform.server.features, other].flatMap(({ writePath }) =>
            [1, 2, 3].map((data) => writePath.put(actor, channel, addressOf(channelId, 'left/level'), data)),
          ),
        );
        const states = await Promise.all(written.map(async ({ id }) => (await command(ana.token, id)).state));
        assert.deepEqual(states.toSorted(), ['open', ...Array.from({ length: 5 }, () => 'superseded')]);
        const statements = Array.from({ length: 2 }, (_, index) =>
          scene.platform.server.features.commands.open([
            { ...openCommand(channelId), id: `forced-${index}` },
          ]),
        );
        await assert.rejects(db.unit(statements), /unique constraint commands/);
      });

      it('never makes units wait for each other in a circle', async () => {
        const { ana, application, partiesOf, newDevice, db } = scene;
        const devices: Awaited<ReturnType<typeof newDevice>>[] = [];
        for (let count = 0; count < 6; count += 1) devices.push(await newDevice());
        const channels = await Promise.all(devices.map(({ channelId }) => partiesOf(channelId)));
        const servers = await Promise.all(Array.from({ length: 4 }, openServer));
        for (const { features } of servers) for (const { id } of devices) features.connectedClients.add(id);
        const seed = Date.now() % 100_000;
        const { shuffle } = seeded(seed);
        const rounds = servers.map(async ({ features: { writePath } }) => {
          for (let round = 0; round < 12; round += 1) {
            const accepted = shuffle(channels).flatMap((channel) => {
              const device = devices.find(({ channelId }) => channelId === channel.channelId);
              const shuffled = { ...channel, users: shuffle(channel.users) };
              return shuffle(['left/level', 'right/level']).flatMap((at) => [
                writePath.put(
                  userOf(ana, application.clientId),
                  shuffled,
                  addressOf(channel.channelId, at),
                  round,
                ),
                writePath.put(clientOf(device?.id ?? ''), shuffled, addressOf(channel.channelId, at), round),
              ]);
            });
            await Promise.all(accepted);
          }
        });
        await Promise.all(rounds);
        // A connection tells its numbers at its end at the latest.
        await Promise.all(servers.map((server) => server.db[Symbol.asyncDispose]()));
        const { rows } = await sql<{ deadlocks: number; xact_commit: number }>`
          select deadlocks from pg_stat_database where datname = current_database()`.execute(db.read);
        assert.equal(rows[0]?.deadlocks, 0, `with the seed ${seed}`);
      });

      it('keeps the times of a property in order when two processes store its values at once', async () => {
        const { ana, db, partiesOf } = scene;
        const devices = [await scene.newDevice(), await scene.newDevice(), await scene.newDevice()];
        const channels = await Promise.all(devices.map(({ channelId }) => partiesOf(channelId)));
        // Each process stores its values one after the other, of all devices at once. All values differ: a value that
        // is reported again has a new time, but is not in the log.
        const report = async ({ writePath }: Pick<Features, 'writePath'>, first: number) => {
          for (let round = 1; round <= 20; round += 1) {
            const accepted = await Promise.all(
              channels.map((channel, index) => {
                const at = addressOf(channel.channelId, 'left/level');
                return writePath.receive(clientOf(devices[index]?.id ?? ''), channel, at, {
                  io: 'iw',
                  data: first + round,
                });
              }),
            );
            await Promise.all(accepted.map(({ committed }) => committed));
          }
        };
        await Promise.all([report(scene.platform.server.features, 0), report(other, 50)]);
        for (const { channelId } of channels) {
          const logged = await db.read
            .selectFrom('user_events')
            .select('at')
            .where('user_id', '=', ana.id)
            .where('channel_id', '=', channelId)
            .orderBy('n')
            .execute();
          const times = logged.map(({ at }) => at);
          assert.equal(times.length, 40);
          assert.deepEqual(
            times,
            [...new Set(times)].toSorted((one, other) => one - other),
          );
          const stored = await scene.platform.server.features.values.find(addressOf(channelId, 'left/level'));
          assert.equal(stored?.timestamp, times.at(-1));
          assert.equal(stored?.revision, 40);
        }
      });
    });
  },
  ['postgres'],
);

const openCommand = (channelId: string) => ({
  ...addressOf(channelId, 'right/level'),
  text: '1',
  state: 'open' as const,
  sender: undefined,
  onBehalfOf: undefined,
  created: 0,
  deadline: 0,
  settled: undefined,
  answer: undefined,
  reason: undefined,
  chain: undefined,
  origin: undefined,
  requesterSession: undefined,
});
