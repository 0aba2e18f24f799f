import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import type { Tile } from '@azulejo/contract';
import { create, newLamp, save, setUpTemplates, TEMPLATES } from '../portal/devices/templates-scene.ts';
import { type PortalVisitor, visitPortal } from '../support/portal.ts';
import { readJson } from '../support/replies.ts';
import { onEachEngineInFull, type Stage } from '../support/scene.ts';

/** More than two batches of a move. */
const CHANNELS = 120;
const BATCH = 50;

/** Adds lamps to a home, whose template then gets a version with its two tiles in the opposite order. */
async function setUp(stage: Stage) {
  const { platform, developer, ana } = await setUpTemplates(stage);
  const db = await stage.openDatabase();
  const lamp = newLamp();
  await create(developer, lamp);
  for (let count = 0; count < CHANNELS; count += 1)
    await platform.server.features.homes.addDevice({ userId: ana.id, templateId: lamp.id });
  await save(developer, { ...lamp, tiles: lamp.tiles.toReversed() }, 1);
  const channels = () =>
    db.read
      .selectFrom('channels')
      .select(['id', 'revision', 'template_version as version'])
      .where('template_id', '=', lamp.id)
      .orderBy('id')
      .execute();
  const audited = () =>
    db.read.selectFrom('audit').select('detail').where('action', '=', 'template.move').execute();
  return { platform, developer, ana, start: stage.start, lamp, channels, audited };
}

onEachEngineInFull('moving channels to a newer template version', setUp, (scene) => {
  const step = async (developer: PortalVisitor) => {
    const body = { from_version: 1, to_version: 2 };
    const path = `${TEMPLATES}/${scene().lamp.id}/move`;
    return readJson<{ moved: number; remaining: number }>(
      await developer.request(path, { method: 'POST', body }),
    );
  };

  it('moves each channel once when the server stops in the middle and the move is repeated', async () => {
    const { platform, developer, ana, start, channels, audited } = scene();
    const tiles = async (at: typeof platform) => {
      const answer = await at.request('/v3/legacy/users/me/tiles', { token: ana.token });
      return (await readJson<{ tiles: Tile[] }>(answer)).tiles;
    };
    const parts = (of: readonly Tile[]) => of.map(({ id, channel, components }) => [id, channel, components]);
    const [tilesBefore, channelsBefore] = [await tiles(platform), await channels()];
    const left = async () => (await channels()).filter(({ version }) => version === 1).length;

    await step(developer);
    let isMoving = true;
    const moving = step(developer)
      .catch(() => undefined)
      .finally(() => {
        isMoving = false;
      });
    while (isMoving && (await left()) === CHANNELS - BATCH) await setImmediate();
    await platform[Symbol.asyncDispose]();
    await moving;
    assert.equal(await left(), CHANNELS - 2 * BATCH, 'the server stopped in the middle');

    const restarted = await start();
    const again = await visitPortal(restarted, 'developer');
    assert.deepEqual(await step(again), { moved: CHANNELS - 2 * BATCH, remaining: 0 });
    assert.deepEqual(await step(again), { moved: 0, remaining: 0 });
    assert.deepEqual(
      await channels(),
      channelsBefore.map(({ id, revision }) => ({ id, revision: Number(revision) + 1, version: 2 })),
    );
    assert.deepEqual(parts(await tiles(restarted)), parts(tilesBefore));
    assert.deepEqual(
      (await audited()).map(({ detail }) => Number.parseInt(detail ?? '', 10)).toSorted((a, b) => a - b),
      [CHANNELS - 2 * BATCH, BATCH, BATCH],
    );
  });
});
