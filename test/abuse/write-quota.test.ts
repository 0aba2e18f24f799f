import assert from 'node:assert/strict';
import { it } from 'node:test';
import { errors } from '@azulejo/contract';
import { listen, say } from '../mqtt/live-scene.ts';
import { refused } from '../support/auth-calls.ts';
import { addressOf, setUpPanels } from '../support/panel-scene.ts';
import { type DatabaseStage, onEachEngineInFull } from '../support/scene.ts';

const MAX_KB_PER_SECOND = 4;
const environment = { VALUES_KB_PER_SECOND: String(MAX_KB_PER_SECOND), VALUES_BURST_MB: '1' };
const LARGE = 'x'.repeat(60_000);
/** Each value is stored three times. */
const WRITES_OF_BURST = 5;

const setUp = (stage: DatabaseStage) =>
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
    await say(phone, addressOf(channelId, 'left/anything'), { io: 'w', data: { text: LARGE } });
    const { message } = await phone.next(({ message: { io } }) => io === 'e');
    assert.equal(message.error?.code, errors.too_many_writes.code);

    platform.clock.jump({ days: 1 });
    assert.equal((await write()).status, 429, 'the machine’s clock gives nothing back');
    platform.clock.jump({ days: -1 });
    platform.clock.advance({ seconds });
    assert.equal((await write()).status, 202);
  });
});
