import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { ActivityList, Command, HistoryPoint } from '@azulejo/contract';
import { homeOf } from '../support/arranging-scene.ts';
import { askDevice } from '../support/ask-device.ts';
import { HOUR, setUpHistory } from '../support/history-scene.ts';
import { clientOf } from '../support/panel-scene.ts';
import type { Person } from '../support/people.ts';
import { assertApiError, readJson } from '../support/replies.ts';
import { onEachEngineInFull, type Stage } from '../support/scene.ts';
import { postJson } from '../support/wire.ts';

const AT = 'left/measure';

async function setUp(stage: Stage) {
  const scene = await setUpHistory(stage);
  const { platform, application, ana, rui, newDevice, sendMessage, read, readAll } = scene;
  const transfer = async (channelId: string, person: Person) => {
    const home = homeOf(platform, person);
    for (const { id, channel } of await home.tiles())
      if (channel === channelId) await readJson(await home.send('DELETE', `tiles/${id}`));
  };
  const grant = async (device: { id: string; channelId: string; token: string }, person: Person) => {
    const body = { client_id: person.id, role: 'user', requesting_client_id: application.clientId };
    await askDevice(platform, application, person, device.id);
    await readJson(
      await postJson(platform, `/v3/channels/${device.channelId}/grant-access`, body, {
        token: device.token,
      }),
    );
  };
  /** Creates a panel that is only in Ana's home, which reported twice and carried out a command. */
  async function newUsed() {
    const device = await newDevice();
    await transfer(device.channelId, rui);
    const report = (data: number) =>
      sendMessage(clientOf(device.id), device.channelId, AT, { io: 'iw', data });
    for (const data of [1, 2]) {
      await report(data);
      platform.clock.advance({ minutes: 90 });
    }
    const put = await scene.put(ana.token, device.channelId, 'left/level', 30);
    const command = ((await put.json()) as Command).id ?? '';
    await sendMessage(clientOf(device.id), device.channelId, 'left/level', { io: 'iw', data: 30 });
    platform.clock.advance({ minutes: 1 });
    return { device, report, command };
  }
  /** Returns all that a person can read of the device's past, and whether its last values are shown. */
  async function visibleDataOf(person: Person, channelId: string) {
    const values = (points: readonly HistoryPoint[]) => points.map(({ value }) => value);
    const activity = await readJson<ActivityList>(
      await platform.request(`/v3/channels/${channelId}/activity`, { token: person.token }),
    );
    const last = await platform.request('/v3/users/me/values', { token: person.token });
    return {
      history: values(await read(person.token, channelId, AT)),
      hours: values(await read(person.token, channelId, AT, '?interval=1h')),
      days: values(await read(person.token, channelId, AT, '?interval=1d')),
      home: (await readAll(person.token, `?channel=${channelId}`)).flatMap(({ elements }) =>
        values(elements),
      ),
      activity: activity.elements.map(({ data }) => data),
      last: (await last.text()).includes(channelId),
    };
  }
  return { ...scene, transfer, grant, newUsed, visibleDataOf };
}

const NOTHING = { history: [], hours: [], days: [], home: [], activity: [], last: false };

onEachEngineInFull('the next owner of a device', setUp, (scene) => {
  it('shows the next owner nothing from before the grant and everything after it', async () => {
    const { newUsed, transfer, grant, visibleDataOf, ana, rui, platform } = scene();
    const { device, report, command: earlier } = await newUsed();
    const owned = await visibleDataOf(ana, device.channelId);
    assert.deepEqual([owned.history, owned.last], [[2, 1], true]);
    await transfer(device.channelId, ana);
    await grant(device, rui);
    assert.deepEqual(await visibleDataOf(rui, device.channelId), NOTHING);
    await assertApiError(
      await platform.request(`/v3/commands/${earlier}`, { token: rui.token }),
      'not_found',
    );
    await report(7);
    const { history, hours, days, last } = await visibleDataOf(rui, device.channelId);
    assert.deepEqual([history, hours, days, last], [[7], [7], [7], true]);
  });

  it("omits the previous owner's data from an export and deletes it in the next sweep", async () => {
    const { newUsed, transfer, grant, ana, rui, platform, historyOf, db } = scene();
    const { device } = await newUsed();
    await transfer(device.channelId, ana);
    await grant(device, rui);
    const { userData, removal } = platform.server.features;
    const exported: Buffer[] = [];
    for await (const part of await userData.export(rui.id, {})) exported.push(Buffer.from(part as string));
    const { tables } = JSON.parse(Buffer.concat(exported).toString()) as {
      tables: Record<string, { channel_id?: string }[]>;
    };
    const ofDevice = (name: string) => tables[name]?.filter((row) => row.channel_id === device.channelId);
    assert.deepEqual([ofDevice('commands'), ofDevice('property_values'), ofDevice('series')], [[], [], []]);
    assert.deepEqual(await historyOf(device.channelId), []);
    await removal.sweep();
    const orphans = await db.read
      .selectFrom('history')
      .leftJoin('series', 'series.id', 'history.series_id')
      .select('history.time')
      .where('series.id', 'is', null)
      .execute();
    assert.deepEqual(orphans, []);
  });

  it("shares history from the new user's own grant on and keeps all of it for the earlier user", async () => {
    const { newUsed, grant, visibleDataOf, ana, rui, platform } = scene();
    const { device, report } = await newUsed();
    await grant(device, rui);
    const { history, hours, home } = await visibleDataOf(rui, device.channelId);
    assert.deepEqual([history, hours, home], [[], [], []]);
    platform.clock.advance({ minutes: 1 });
    await report(7);
    assert.deepEqual((await visibleDataOf(rui, device.channelId)).history, [7]);
    assert.deepEqual((await visibleDataOf(ana, device.channelId)).history, [7, 2, 1]);
  });

  it("shows no values when the earlier user's grant has expired", async () => {
    const { newUsed, grant, visibleDataOf, ana, rui, db, platform } = scene();
    const { device } = await newUsed();
    await db.write((tx) =>
      tx
        .updateTable('grants')
        .set({ expires: platform.clock.now() })
        .where('grantee_id', '=', ana.id)
        .where('channel_id', '=', device.channelId)
        .execute(),
    );
    platform.clock.advance({ minutes: 1 });
    await grant(device, rui);
    assert.deepEqual(await visibleDataOf(rui, device.channelId), NOTHING);
  });

  it('shows an application the values that its users may see', async () => {
    const { newUsed, transfer, grant, ana, rui, read, applicationToken, platform } = scene();
    const { device, report } = await newUsed();
    const token = await applicationToken();
    const seen = async () =>
      (await read(token, device.channelId, AT, `?from=${platform.clock.now() - 24 * HOUR}`)).map(
        ({ value }) => value,
      );
    assert.deepEqual(await seen(), [2, 1]);
    await grant(device, rui);
    await transfer(device.channelId, ana);
    await report(7);
    assert.deepEqual(await seen(), [7]);
  });

  it('counts only grants in force in the export and the deletion of a user', async () => {
    const { newDevice, sendMessage, ana, rui, platform, db } = scene();
    const { userData, removal, channels } = platform.server.features;
    const device = await newDevice();
    await sendMessage(clientOf(device.id), device.channelId, AT, { io: 'iw', data: 3 });
    await db.write((tx) =>
      tx
        .updateTable('grants')
        .set({ expires: platform.clock.now() - 1 })
        .where('channel_id', '=', device.channelId)
        .where('grantee_id', '=', rui.id)
        .execute(),
    );
    const isExported = async ({ id }: Person) => {
      const parts: Buffer[] = [];
      for await (const part of await userData.export(id, {})) parts.push(Buffer.from(part as string));
      const { tables } = JSON.parse(Buffer.concat(parts).toString()) as {
        tables: Record<string, { channel_id?: string }[]>;
      };
      return tables['property_values']?.some((row) => row.channel_id === device.channelId);
    };
    assert.deepEqual([await isExported(ana), await isExported(rui)], [true, false]);
    await removal.user(ana.id);
    await removal.sweep();
    assert.equal(
      await channels.findChannelAccess(device.channelId),
      undefined,
      'no other user has it any more',
    );
  });
});
