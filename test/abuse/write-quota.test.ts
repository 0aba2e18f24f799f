import assert from 'node:assert/strict';
import { it } from 'node:test';
import { errors } from '@azulejo/contract';
import { listen, sendMessage } from '../connections/mqtt/live-scene.ts';
import { refused } from '../support/auth-calls.ts';
import { addressOf, setUpPanels } from '../support/panel-scene.ts';
import { clientToken, newApplication } from '../support/people.ts';
import { onEachEngineInFull, type Stage } from '../support/scene.ts';

const MAX_KB_PER_SECOND = 4;
/** A minute of it is the burst of a client. */
const MAX_KB_PER_SECOND_AND_CLIENT = 32;
const environment = {
  VALUES_KB_PER_SECOND: String(MAX_KB_PER_SECOND),
  VALUES_BURST_MB: '1',
  VALUES_KB_PER_SECOND_AND_CLIENT: String(MAX_KB_PER_SECOND_AND_CLIENT),
};
const LARGE = 'x'.repeat(60_000);
/** Each value is stored twice, and once more for each of the channel's two users. */
const WRITES_OF_BURST = 4;
const WRITES_OF_CLIENT_BURST = 8;

const setUp = (stage: Stage) =>
  setUpPanels({ ...stage, start: (options) => stage.start({ ...options, environment }) });

onEachEngineInFull('the write quota of an account', setUp, (scene) => {
  it('limits the stored bytes of an account by a quota that refills with time', async () => {
    const { newDevice, put, ana, rui, application, platform } = scene();
    const { channelId } = await newDevice();
    const write = (token = ana.token) => put(token, channelId, 'left/anything', { text: LARGE });
    for (let count = 0; count < WRITES_OF_BURST; count += 1) assert.equal((await write()).status, 202);
    const response = await write();
    const seconds = Number(response.headers.get('retry-after'));
    assert.ok(seconds >= 1 && seconds <= 60, `${seconds}`);
    await refused(response, 'too_many_writes');

    assert.equal((await write(rui.token)).status, 202, 'the quota of another account is its own');
    await using phone = await listen(platform, {
      id: ana.id,
      tree: 'users',
      clientId: application.clientId,
      token: ana.token,
    });
    await sendMessage(phone, addressOf(channelId, 'left/anything'), { io: 'w', data: { text: LARGE } });
    const { message } = await phone.next(({ message: { io } }) => io === 'e');
    assert.equal(message.error?.code, errors.too_many_writes.code);

    platform.clock.jump({ days: 1 });
    assert.equal((await write()).status, 429, 'the machine’s clock gives nothing back');
    platform.clock.jump({ days: -1 });
    platform.clock.advance({ seconds });
    assert.equal((await write()).status, 202);
  });

  it('limits the reports of a device on its channel', async () => {
    const { newDevice, put, platform } = scene();
    const device = await newDevice();
    const report = () => put(device.token, device.channelId, 'left/anything', { text: LARGE });
    for (let count = 0; count < WRITES_OF_BURST; count += 1) assert.equal((await report()).status, 200);
    const response = await report();
    const seconds = Number(response.headers.get('retry-after'));
    const problem = await refused(response, 'too_many_writes');
    assert.match(problem.detail ?? '', /account/);
    platform.clock.advance({ seconds });
    assert.equal((await report()).status, 200);
  });

  it('limits the reports of a manager on all of its channels together', async () => {
    const { newDevice, put, platform, db } = scene();
    const manager = await newApplication(platform, { type: 'manager' });
    const { access_token: token } = await clientToken(platform, manager, 'manager');
    const channels: string[] = [];
    for (let count = 0; count < 4; count += 1) channels.push((await newDevice()).channelId);
    await db.write((tx) =>
      tx.updateTable('channels').set({ creator_id: manager.clientId }).where('id', 'in', channels).execute(),
    );
    const report = (channelId = '') => put(token, channelId, 'left/anything', { text: LARGE });
    for (let count = 0; count < WRITES_OF_CLIENT_BURST; count += 1)
      assert.equal((await report(channels[count % channels.length])).status, 200);
    const response = await report(channels[WRITES_OF_CLIENT_BURST % channels.length]);
    const seconds = Number(response.headers.get('retry-after'));
    const problem = await refused(response, 'too_many_writes');
    assert.match(problem.detail ?? '', /client/);
    platform.clock.advance({ seconds });
    assert.equal((await report(channels[0])).status, 200, 'the refused report was charged to no one');
  });
});
