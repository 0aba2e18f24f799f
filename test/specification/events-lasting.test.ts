import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import { manualClock } from '@azulejo/server/testing';
import { forEachEngine, type Place } from '@azulejo/storage/testing';
import { answerOf } from '../cli/azulejo.ts';
import { dataOf, eventPage, followEvents, listEvents } from '../support/feed-scene.ts';
import { panelTemplate } from '../support/panel-template.ts';
import { newApplication, newPerson, type Person } from '../support/people.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { assertApiError } from '../support/replies.ts';

const COUNT = 40;
const numbers = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);

forEachEngine((_engine, _open, newPlace) => {
  let place: Place;
  let person: Person;
  let channelId: string;
  const clock = manualClock();
  const start = (at: Place = place): Promise<TestPlatform> => startPlatform({ place: at, clock });

  before(async () => {
    place = await newPlace();
    await using platform = await start();
    const { templates, homes } = platform.server.features;
    await templates.import([panelTemplate], { areTrusted: false });
    person = await newPerson(platform, await newApplication(platform));
    const placed = await homes.addDevice({ userId: person.id, templateId: panelTemplate.id, name: 'Kept' });
    channelId = placed.channel.id;
  });

  /** Writes the values one after the other. Each is stored when its response arrives. */
  async function write(platform: TestPlatform, values: readonly number[]): Promise<void> {
    for (const data of values) {
      const path = `/v3/channels/${channelId}/components/left/properties/level/value`;
      const response = await platform.request(path, {
        method: 'PUT',
        token: person.token,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ data: data / 1000 }),
      });
      assert.equal(response.status, 200, await response.text());
    }
  }

  const thousandths = (data: unknown) => Math.round(Number(data) * 1000);

  it('delivers every event once to a client that follows across a restart', async () => {
    let platform = await start();
    const { cursor } = await eventPage(platform, person.token);
    await using following = await followEvents({ url: () => platform.url, token: person.token });
    await write(platform, numbers(1, COUNT));
    // The server may stop while any of them is being delivered.
    await platform[Symbol.asyncDispose]();
    platform = await start();
    await using _second = platform;
    await write(platform, numbers(COUNT + 1, 2 * COUNT));
    await following.until(2 * COUNT);
    assert.deepEqual(dataOf(following.events).map(thousandths), numbers(1, 2 * COUNT));
    const { elements } = await eventPage(platform, person.token, `?after=${cursor}`);
    assert.deepEqual(following.events, elements);
  });

  it('refuses cursors from before a restore with the current cursor', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'azulejo-events-'));
    after(() => rm(folder, { recursive: true }));
    const file = join(folder, 'backup.tar.gz');
    let cursors: string[];
    {
      await using platform = await start();
      await write(platform, [1]);
      const before = await eventPage(platform, person.token);
      await answerOf(place, ['backup', file]);
      await write(platform, [2, 3]);
      cursors = [before.cursor, (await eventPage(platform, person.token)).cursor];
    }
    const target = await newPlace();
    await answerOf(target, ['restore', file]);
    await using restored = await start(target);
    for (const cursor of cursors) {
      const refused = await listEvents(restored, person.token, `?after=${cursor}`);
      const { cursor: current } = await assertApiError(refused, 'resync');
      await write(restored, [7]);
      const { elements } = await eventPage(restored, person.token, `?after=${current}`);
      assert.deepEqual(dataOf(elements).map(thousandths), [7]);
    }
  });
});
