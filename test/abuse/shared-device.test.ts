import assert from 'node:assert/strict';
import { it } from 'node:test';
import { askDevice } from '../support/ask-device.ts';
import { refused } from '../support/auth-calls.ts';
import { setUpPanels } from '../support/panel-scene.ts';
import { panelTemplate } from '../support/panel-template.ts';
import { newPerson, type Person } from '../support/people.ts';
import { readJson } from '../support/replies.ts';
import { onEachEngineInFull, type Stage } from '../support/scene.ts';
import { postJson } from '../support/wire.ts';

const USERS = 3;
const environment = { USERS_PER_CHANNEL: String(USERS) };
/** Users of a channel from before there was a limit. */
const EARLIER_USERS = 150;

const setUp = (stage: Stage) =>
  setUpPanels({ ...stage, start: (options) => stage.start({ ...options, environment }) });

onEachEngineInFull('a device that many people use', setUp, (scene) => {
  it('refuses another user at the limit, and still renames it for all of its users', async () => {
    const { newDevice, platform, application, ana, rui } = scene();
    const device = await newDevice();
    const grantTo = async ({ id, token }: Person) => {
      platform.clock.advance({ seconds: 1 });
      await askDevice(platform, application, { id, token }, device.id);
      const grant = { client_id: id, role: 'user', requesting_client_id: application.clientId };
      return postJson(platform, `/v3/channels/${device.channelId}/grant-access`, grant, device);
    };
    const [third, fourth] = [await newPerson(platform, application), await newPerson(platform, application)];
    await readJson(await grantTo(third));
    const { detail } = await refused(grantTo(fourth), 'quota_exceeded');
    assert.match(detail ?? '', /at most 3 people/);
    await readJson(await grantTo(rui));

    const renamed = await platform.request(`/v3/channels/${device.channelId}`, {
      method: 'PATCH',
      token: device.token,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Shared' }),
    });
    assert.equal(renamed.status, 200, await renamed.text());
    for (const person of [ana, rui, third, fourth]) {
      const path = `/v3/legacy/users/${person.id}/tiles`;
      const tiles = await (await platform.request(path, { token: person.token })).text();
      assert.equal(tiles.includes('Shared'), person !== fourth, person.id);
    }
  });

  it('moves few devices with many users to another version at once', async () => {
    const { newOwnerlessPanel, platform, db, ana } = scene();
    const { templates, templateMoves } = platform.server.features;
    await templates.import([{ ...panelTemplate, name: 'Shared panel' }], {
      areTrusted: false,
    });
    const from = (await templates.find(panelTemplate.id)).version;
    const channels = [await newOwnerlessPanel(), await newOwnerlessPanel(), await newOwnerlessPanel()];
    const grants = channels.flatMap((channel_id) =>
      Array.from({ length: EARLIER_USERS }, (_, n) => ({
        channel_id,
        grantee_id: `earlier-${n}`,
        role: 'user' as const,
        requesting_client_id: null,
        expires: null,
        created: 1,
      })),
    );
    for (let done = 0; done < grants.length; done += 100)
      await db.write((tx) =>
        tx
          .insertInto('grants')
          .values(grants.slice(done, done + 100))
          .execute(),
      );
    await templates.import([{ ...panelTemplate, name: 'Newer panel' }], { areTrusted: false });
    const to = (await templates.find(panelTemplate.id)).version;
    const author = { actorId: ana.id, address: '203.0.113.7' };
    const move = () => templateMoves.step({ templateId: panelTemplate.id, from, to }, author);
    assert.deepEqual(await move(), { moved: 1, remaining: 2 });
    assert.deepEqual(await move(), { moved: 1, remaining: 1 });
    assert.deepEqual(await move(), { moved: 1, remaining: 0 });
  });
});
