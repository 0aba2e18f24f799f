import assert from 'node:assert/strict';
import { it } from 'node:test';
import { ACME_PLUG, setUpMaker } from '../../support/maker-scene.ts';
import { connectMqtt } from '../../support/mqtt.ts';
import { startOther } from '../../support/other-server.ts';
import type { TestPlatform } from '../../support/platform.ts';
import { assertApiError, readJson } from '../../support/replies.ts';
import { onEachEngine, type Stage } from '../../support/scene.ts';
import { postJson } from '../../support/wire.ts';
import { liveScene, newLamp, newMember } from '../mqtt/live-scene.ts';

async function setUpDevice(stage: Stage) {
  const scene = await liveScene(stage);
  const other = await startOther(stage, { clock: scene.platform.clock });
  const [ana, owner] = [await newMember(scene), await newMember(scene)];
  const lamp = await newLamp(scene.platform, owner.id);
  const topic = `/v3/devices/${lamp.id}/grants`;
  const data = { role: 'user', client_id: ana.id, requesting_client_id: ana.clientId, content: 'Lamp' };
  return {
    ...scene,
    other,
    ana,
    lamp,
    ask: (session: Awaited<ReturnType<typeof connectMqtt>>) => session.publish(topic, { io: 'w', data }),
    confirm: (session: Awaited<ReturnType<typeof connectMqtt>>) => session.publish(topic, { io: 'iw', data }),
    grant: (at: TestPlatform) =>
      postJson(at, `/v3/channels/${lamp.channelId}/grant-access`, data, { token: lamp.token }),
    listen: async (at: TestPlatform, member: typeof ana | typeof lamp) => {
      const session = await connectMqtt(at, member, { clientId: '' });
      await session.subscribe(`/v3/${member.tree}/${member.id}/grants/#`);
      return session;
    },
  };
}

const contentOf = ({ message }: { message: { data?: unknown } }) =>
  (message.data as { content?: string }).content;

onEachEngine(
  'a device at another server than the person who asks it for a grant',
  setUpDevice,
  (scene) => {
    it('may grant while the request is open, and its first answer arrives, once', async () => {
      const { platform, other, ana, lamp, ask, confirm, grant, listen } = scene();
      await using phone = await listen(platform, ana);
      await using device = await listen(other, lamp);
      await using deviceHere = await listen(platform, lamp);
      await assertApiError(await grant(other), 'not_granted');
      await ask(phone);
      assert.equal((await device.next()).message.io, 'w');
      await Promise.all([confirm(device), confirm(deviceHere)]);
      assert.equal(contentOf(await phone.next()), 'Lamp');
      const granted = await grant(other);
      assert.equal(granted.status, 200, await granted.text());
      await ask(phone);
      assert.equal((await grant(other)).status, 200);
      assert.equal(contentOf(await phone.next()), undefined, 'the grant answers the second request');
      await confirm(deviceHere);
      await ask(phone);
      await confirm(device);
      assert.equal(contentOf(await phone.next()), 'Lamp');
      assert.equal(phone.received.length, 3);
    });
  },
  { engines: ['postgres'] },
);

async function setUpManager(stage: Stage) {
  const scene = await setUpMaker(stage);
  const environment = { WEBHOOK_NETWORKS: '127.0.0.1/32' };
  const other = await startOther(stage, { clock: scene.platform.clock, environment });
  return { ...scene, other, db: await stage.openDatabase() };
}

onEachEngine(
  'a manager that grants at another server than the one that asks it for devices',
  setUpManager,
  (scene) => {
    it('adds the devices that the person chose, and leaves no selection open', async () => {
      const { other, ana, sdk, signIn, found, db } = scene();
      await signIn(ana);
      const [plug] = await found(ana, ACME_PLUG);
      assert.ok(plug);
      const body = { profile: ACME_PLUG, channels: [plug] };
      const path = `/v3/legacy/users/${ana.id}/channels`;
      const added = await readJson<{ found_id: string }[]>(
        await postJson(other, path, body, { token: ana.token }),
      );
      assert.deepEqual(
        added.map(({ found_id }) => found_id),
        [plug.id],
      );
      assert.deepEqual(await db.read.selectFrom('open_selections').select('id').execute(), []);
      assert.ok(sdk.platformCalls.some(([at, status]) => at.endsWith('/grant-access') && status === 200));
    });

    it('may not grant for long when the server that asked it was killed', async () => {
      const { other, platform, application, ana, manager, db } = scene();
      const { openSelections } = platform.server.features;
      const request = { managerId: manager.clientId, userId: ana.id, templateId: ACME_PLUG };
      await openSelections.begin({ ...request, applicationId: application.clientId });
      const since = () => other.server.features.openSelections.since(request);
      assert.equal(await since(), platform.clock.now());
      platform.clock.advance({ minutes: 2 });
      assert.equal(await since(), undefined);
      await openSelections.prune();
      assert.deepEqual(await db.read.selectFrom('open_selections').select('id').execute(), []);
    });
  },
  { engines: ['postgres'] },
);
