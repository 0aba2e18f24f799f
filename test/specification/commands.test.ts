import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Command } from '@azulejo/contract';
import { manualClock } from '@azulejo/server/testing';
import { clientOf, setUpPanels } from '../support/panel-scene.ts';
import { assertApiError, assertExact, readJson } from '../support/replies.ts';
import { onEachEngine, type Stage } from '../support/scene.ts';

onEachEngine('GET /v3/commands/{id}', setUpPanels, (scene) => {
  const ask = async (data: unknown = 1) => {
    const device = await scene().newDevice();
    const response = await scene().put(scene().ana.token, device.channelId, 'left/level', data);
    assert.equal(response.status, 202);
    return { device, open: (await response.json()) as Command };
  };

  it('returns requester, data and outcome to everyone who may use the channel', async () => {
    const { ana, rui, applicationToken, command, sendMessage } = scene();
    const { device, open } = await ask();
    for (const token of [ana.token, rui.token, device.token, await applicationToken()])
      assert.deepEqual(await command(token, open.id), open);
    await sendMessage(clientOf(device.id), device.channelId, 'left/level', { io: 'iw', data: 2 });
    const ended = await command(ana.token, open.id);
    assertExact(Command, ended);
    const { settled, ...rest } = ended;
    assert.ok(settled && settled >= open.created);
    assert.deepEqual(rest, { ...open, state: 'answered', answer: 2 });
  });

  it('returns 404 to users without access to the channel and for unknown ids', async () => {
    const { stranger, ana, platform } = scene();
    const { open } = await ask();
    const get = (id: string | undefined, token: string) => platform.request(`/v3/commands/${id}`, { token });
    await assertApiError(await get(open.id, stranger.token), 'not_found');
    for (const id of [crypto.randomUUID(), 'none', '%00', "'"])
      await assertApiError(await get(id, ana.token), 'not_found');
  });

  it('returns 404 once its channel is deleted', async () => {
    const { db, ana, platform } = scene();
    const { device, open } = await ask();
    await db.write((tx) => tx.deleteFrom('channels').where('id', '=', device.channelId).execute());
    await assertApiError(
      await platform.request(`/v3/commands/${open.id}`, { token: ana.token }),
      'not_found',
    );
    await scene().pass(6);
  });

  it('returns 404 after thirty days, when the command is deleted', async () => {
    const { platform, pass, db } = scene();
    const { commands } = platform.server.features;
    const { open: old } = await ask();
    await pass(24 * 3600);
    const { open: recent } = await ask();
    platform.clock.advance({ days: 29 });
    await commands.prune();
    const found = await db.read.selectFrom('commands').select('id').execute();
    const ids = found.map(({ id }) => id);
    assert.deepEqual([ids.includes(recent.id ?? ''), ids.includes(old.id ?? '')], [true, false]);
  });
});

onEachEngine(
  'commands over a restart',
  async (stage: Stage) => stage,
  (stage) => {
    it('settles commands left open by a stopped server as unanswered', async () => {
      const clock = manualClock();
      const scene = await setUpPanels({
        ...stage(),
        start: (options) => stage().start({ clock, ...options }),
      });
      const device = await scene.newDevice();
      const response = await scene.put(scene.ana.token, device.channelId, 'left/level', 1);
      const { id } = (await response.json()) as Command;
      await scene.platform[Symbol.asyncDispose]();
      clock.advance({ seconds: 6 });
      const next = await stage().start({ clock });
      const { writePath } = next.server.features;
      await writePath.settleLeft();
      const token = scene.ana.token;
      const command = await readJson<Command>(await next.request(`/v3/commands/${id}`, { token }));
      assert.equal(command.state, 'unanswered');
    });
  },
);
