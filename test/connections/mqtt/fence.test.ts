import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import type { Change } from '@azulejo/sdk';
import { manualClock } from '@azulejo/server/testing';
import pg from 'pg';
import { brightnessOf, connectLive, setUpLiveHome, signedIn, untilState } from '../../support/live-scene.ts';
import { startOther } from '../../support/other-server.ts';
import { newPerson } from '../../support/people.ts';
import { onEachEngine, type Stage } from '../../support/scene.ts';

/** Starts two servers on one database. The membership of the other one has timers that the test moves. */
async function setUp(stage: Stage) {
  const home = await setUpLiveHome(stage);
  const membershipTimers = manualClock();
  const other = await startOther(stage, { membershipTimers });
  const admin = new pg.Client(stage.place.databaseUrl);
  await admin.connect();
  stage.use({ [Symbol.asyncDispose]: () => admin.end() });
  return { ...home, other, admin, membershipTimers };
}

const until = async (condition: () => boolean) => {
  while (!condition()) await setTimeout(5);
};

onEachEngine(
  'a server that cannot renew its row',
  setUp,
  (scene) => {
    it('delivers nothing after eight seconds, checks sign-ins when it can again, and then sends what was missed', async () => {
      const { platform, other, admin, membershipTimers, application, client } = scene();
      const lamp = await scene().newLamp();
      await using device = await connectLive(platform, await scene().asLamp(lamp));
      const leaving = await newPerson(platform, application);
      await using gone = await connectLive(other, await signedIn(other, application, leaving));
      await using app = await connectLive(other, client);
      const changes: unknown[] = [];
      app.on('change', ({ channel, data }: Change) => channel === lamp.channel && changes.push(data));
      const report = (data: number) => device.report(brightnessOf(lamp), data);
      await report(1);
      await until(() => changes.length === 1);

      const { isRecent } = other.server.features.databaseContact;
      await admin.query('begin; lock table servers in access exclusive mode');
      membershipTimers.advance({ seconds: 8 });
      assert.equal(isRecent(), false);
      await report(2);
      await platform.server.features.users.setState(leaving.id, 'inactive');
      await setTimeout(300);
      assert.deepEqual(changes, [1]);

      await admin.query('commit');
      while (!isRecent()) {
        membershipTimers.advance({ seconds: 2 });
        await setTimeout(20);
      }
      await until(() => changes.length === 2);
      assert.deepEqual(changes, [1, 2]);
      await untilState(gone, 'closed');
      await report(3);
      await until(() => changes.length === 3);
    });
  },
  { engines: ['postgres'] },
);
