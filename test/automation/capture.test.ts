import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { CapturedSettings } from '@azulejo/contract';
import { setUpPanels } from '../support/panel-scene.ts';
import { assertApiError, readJson } from '../support/replies.ts';
import { onEachEngineInFull } from '../support/scene.ts';
import { postJson } from '../support/wire.ts';

onEachEngineInFull('POST …/scenes/capture', setUpPanels, (scene) => {
  it('captures the present values of what can be set', async () => {
    const { ana, platform, put } = scene();
    const send = (body: object) =>
      postJson(platform, '/v3/users/me/scenes/capture', body, { token: ana.token });
    const { homes, templates, tiles } = platform.server.features;
    const lamp = (await templates.list()).find(({ kind }) => kind === 'color-light');
    assert.ok(lamp);
    const { channel } = await homes.addDevice({ userId: ana.id, templateId: lamp.id });
    const template = await templates.getLatest(lamp.id);
    const [component] = template.components;
    assert.ok(component);
    const tile = (await tiles.ofUser(ana.id)).find(({ channelId }) => channelId === channel.id);
    assert.ok(tile);
    const set = async (property: string, data: unknown) => {
      platform.clock.advance({ seconds: 1 });
      const response = await put(ana.token, channel.id, `${component.id}/${property}`, data);
      assert.ok(response.ok, await response.text());
    };
    const capture = async () => readJson<CapturedSettings>(await send({ tiles: [tile.id] }));
    const setting = (property: string, data: unknown) => ({
      channel: channel.id,
      component: component.id,
      property,
      data,
    });
    assert.deepEqual(await capture(), { settings: [], left_out: [tile.id] });
    await set('brightness', 20);
    await set('color', { h: 120, s: 100, v: 100 });
    await set('status', true);
    const { settings } = await capture();
    assert.deepEqual(settings, [
      setting('status', true),
      setting('brightness', 20),
      setting('color', { h: 120, s: 100, v: 100 }),
    ]);
    await set('status', false);
    assert.deepEqual((await capture()).settings, [setting('status', false)]);
    const { errors } = await assertApiError(await send({ tiles: [tile.id, 'none'] }), 'invalid_request');
    assert.deepEqual(errors, [{ field: 'tiles[1]', reason: 'is not a tile of this user' }]);
  });
});
