import assert from 'node:assert/strict';
import { it } from 'node:test';
import { type ChannelList, type EventPage, Presence, type Value } from '@azulejo/contract';
import { listen, liveScene, newMember, sendMessage, topicOf } from '../connections/mqtt/live-scene.ts';
import { homeOf } from '../support/arranging-scene.ts';
import { personToken } from '../support/people.ts';
import { assertApiError, assertExact, readJson } from '../support/replies.ts';
import { onEachEngine, type Stage } from '../support/scene.ts';

const HOME = { latitude: 38.7223, longitude: -9.1393 };
/** Degrees of latitude that are about a meter. */
const METER = 1 / 111_195;
const WIFI = { ssid: 'casa', bssid: '02:00:5e:10:00:01' };
const NO_WIFI = { ssid: '', bssid: '' };

const north = (meters: number, accuracy = 10) => ({
  latitude: HOME.latitude + meters * METER,
  longitude: HOME.longitude,
  horizontal_accuracy: accuracy,
});

async function setUp(stage: Stage) {
  const scene = await liveScene(stage);
  const { platform } = scene;
  const newHome = async (at: TestPlatform = platform) => {
    const listener = await newMember({ ...scene, platform: at });
    const home = homeOf(at, listener.person);
    const { channels } = await readJson<ChannelList>(await home.send('GET', 'channels'));
    const channelId = channels.at(-1)?.id ?? '';
    const { cursor } = await readJson<EventPage>(
      await at.request(`/v3/users/${home.id}/events`, { token: home.token }),
    );
    const since = { ...home, channelId, cursor };
    return { ...since, listener, ...callsOf(at, since) };
  };
  return { ...scene, stage, newHome };
}

type TestPlatform = Awaited<ReturnType<typeof liveScene>>['platform'];
type Caller = {
  readonly id: string;
  readonly token: string;
  readonly channelId: string;
  /** Where the log of the home was before the first report. */
  readonly cursor: string;
};

/** Returns the calls of a phone to the platform. */
function callsOf(platform: TestPlatform, { id, token, channelId, cursor }: Caller) {
  const values = `/v3/channels/${channelId}/components`;
  const get = (path: string) => platform.request(path, { token });
  /** Reports like a phone, which measured it now. */
  const report = async (at: string, data: object, device = 'phone-1') => {
    const [component, property] = at.split('/');
    const timestamp = new Date(platform.clock.now()).toISOString().replace('Z', '+0000');
    const response = await platform.request(`${values}/${component}/properties/${property}/value`, {
      method: 'PUT',
      token,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ data: { device_id: device, timestamp, ...data } }),
    });
    assert.equal(response.status, 200, await response.clone().text());
  };
  /** Walks past these distances from home, a fix each minute. */
  const walk = async (...meters: number[]) => {
    for (const each of meters) {
      platform.clock.advance({ minutes: 1 });
      await report('location/latlon', north(each));
    }
  };
  const place = async () => {
    const response = await get(`${values}/location/properties/place/value`);
    return response.status === 404 ? undefined : (await readJson<Value>(response)).data;
  };
  /** Returns the places that are in the log of the home, oldest first. */
  const log = async () => {
    const { elements } = await readJson<EventPage>(await get(`/v3/users/${id}/events?after=${cursor}`));
    return elements.filter(({ property }) => property === 'place').map(({ data }) => data);
  };
  const presence = async () => {
    const found = await readJson<Presence>(await get(`/v3/users/${id}/presence`));
    assertExact(Presence, found);
    return found;
  };
  const share = async (isShared: boolean) => {
    const response = await platform.request(`/v3/users/${id}/preferences`, {
      method: 'PATCH',
      token,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ location_sharing: isShared }),
    });
    assert.equal(response.status, 200);
  };
  /** Creates an automation that runs when the person arrives at home, or leaves. */
  const automate = async (person: string): Promise<string> => {
    const when = [{ kind: 'person', person, place: 'home' }];
    const response = await platform.request(`/v3/users/${id}/automations`, {
      method: 'POST',
      token,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ label: person, when, then: [{ kind: 'notify', notify: { text: person } }] }),
    });
    assert.equal(response.status, 201, await response.clone().text());
    return ((await response.json()) as { id: string }).id;
  };
  const runsOf = async (automation: string): Promise<number> =>
    (await readJson<{ elements: unknown[] }>(await get(`/v3/users/${id}/automations/${automation}/runs`)))
      .elements.length;
  const refreshDue = () => platform.server.features.presenceUpdates.refreshDue();
  return { get, report, walk, place, log, presence, share, automate, runsOf, refreshDue };
}

onEachEngine('the place of a person', setUp, (scene) => {
  it('reports an arrival and a departure once each, in spite of jumps', async () => {
    const { newHome, platform } = scene();
    const home = await newHome();
    await home.send('PATCH', 'places/home', HOME);
    await home.walk(2_000);
    const ids = await Promise.all(['arrives', 'leaves'].map(home.automate));
    await home.walk(1_500, 900, 400, 60, 20);
    // The first of these jumps 200 km, the others are uncertain or at the edge.
    await home.walk(200_000, 30, 10);
    await home.report('location/latlon', north(700, 900));
    await home.walk(190, 120, 180);
    await home.walk(400, 900, 1_500);
    assert.equal(await home.place(), 'away');
    assert.deepEqual(await home.log(), ['away', 'home', 'away']);
    const { ignored, phones } = await home.presence();
    assert.equal(ignored['too-fast'], 1);
    assert.equal(ignored.inaccurate, 1);
    assert.deepEqual(
      phones.map(({ device_id, place }) => [device_id, place]),
      [['phone-1', 'away']],
    );
    await platform.server.features.automationRunner.run();
    assert.deepEqual(await Promise.all(ids.map(home.runsOf)), [1, 1]);
  });

  it('publishes the place over MQTT, and counts a fix once that is sent as two properties', async () => {
    const { newHome, platform } = scene();
    const home = await newHome();
    await home.send('PATCH', 'places/home', HOME);
    await using phone = await listen(platform, home.listener);
    const address = (property: string) => ({
      channelId: home.channelId,
      componentId: 'location',
      propertyId: property,
    });
    const timestamp = new Date(platform.clock.now()).toISOString().replace('Z', '+0000');
    const data = { ...north(5), timestamp, device_id: 'phone-1' };
    for (const property of ['latlon', 'location'])
      await sendMessage(phone, address(property), { io: 'iw', data });
    const topic = topicOf(home.listener, address('place'));
    const { message } = await phone.next((received) => received.topic === topic);
    assert.deepEqual([message.io, message.data], ['iw', 'home']);
    await home.report('network/current_wifi', NO_WIFI);
    const { place, ignored } = await home.presence();
    assert.deepEqual([place, ignored], ['home', { repeated: 1 }]);
    assert.deepEqual(await home.log(), ['home']);
  });

  it('believes the network of a place rather than a position', async () => {
    const { newHome } = scene();
    const home = await newHome();
    await home.send('PATCH', 'places/home', { ...HOME, wifi: [WIFI] });
    await home.report('network/current_wifi', WIFI);
    await home.walk(250, 300, 320);
    assert.deepEqual(await home.log(), ['home']);
    await home.report('network/current_wifi', NO_WIFI);
    await home.walk(330, 340);
    assert.deepEqual(await home.log(), ['home', 'away']);
  });

  it('reports a person as away after three minutes when a phone was seen outside only once', async () => {
    const { newHome, platform } = scene();
    const home = await newHome();
    await home.send('PATCH', 'places/home', HOME);
    await home.walk(0, 600);
    platform.clock.advance({ minutes: 2 });
    await home.refreshDue();
    assert.equal(await home.place(), 'home');
    platform.clock.advance({ minutes: 1 });
    await home.refreshDue();
    assert.deepEqual(await home.log(), ['home', 'away']);
  });

  it('moves a person from place to place, and uses the radius of each', async () => {
    const { newHome } = scene();
    const home = await newHome();
    await home.send('PATCH', 'places/home', { ...HOME, radius: 60 });
    const { latitude } = north(2_000);
    await home.send('PATCH', 'places/work', { ...HOME, latitude, radius: 400 });
    await home.walk(30, 90, 1_650, 1_700);
    assert.deepEqual(await home.log(), ['home', 'work']);
  });

  it('follows changes of places without a report', async () => {
    const { newHome } = scene();
    const home = await newHome();
    await home.walk(0, 5);
    assert.deepEqual(await home.log(), ['away']);
    await home.send('PATCH', 'places/home', HOME);
    await home.refreshDue();
    assert.equal(await home.place(), 'home');
    await home.send('DELETE', 'places/home');
    await home.refreshDue();
    assert.notEqual(await home.place(), 'home');
  });

  it('deletes the place of a person who no longer shares the location', async () => {
    const { newHome, db } = scene();
    const home = await newHome();
    await home.send('PATCH', 'places/home', HOME);
    await home.walk(0);
    await home.share(false);
    await home.refreshDue();
    assert.deepEqual(await home.log(), ['home', null]);
    assert.deepEqual(await home.presence(), { place: null, phones: [], ignored: {} });
    const stored = db.read.selectFrom('presences').selectAll().where('user_id', '=', home.id);
    assert.ok(!JSON.stringify(await stored.execute()).includes(String(HOME.latitude).slice(0, 5)));
    await home.walk(0);
    assert.equal(await home.place(), null);
    await home.share(true);
    await home.walk(0);
    assert.deepEqual(await home.log(), ['home', null, 'home']);
  });

  it('keeps the place for a month and the position from which it follows for a week', async () => {
    const { newHome, platform, db, application } = scene();
    const home = await newHome();
    await home.send('PATCH', 'places/home', HOME);
    await home.walk(0);
    /** Signs in again, because sign-ins are shorter. */
    const later = async () => {
      const { access_token: token } = await personToken(platform, application, home);
      return callsOf(platform, { ...home, token });
    };
    const position = async () =>
      JSON.stringify(
        await db.read.selectFrom('presences').selectAll().where('user_id', '=', home.id).execute(),
      ).includes(String(HOME.longitude));
    const remembered = async () => {
      await platform.server.features.history.prune();
      await home.refreshDue();
      const list = await readJson<{ elements: { property: string; elements: unknown[] }[] }>(
        await (await later()).get(`/v3/users/${home.id}/history`),
      );
      return list.elements.filter(({ elements }) => elements.length > 0).map(({ property }) => property);
    };
    assert.deepEqual((await remembered()).toSorted(), ['latlon', 'place']);
    platform.clock.advance({ days: 6 });
    await home.refreshDue();
    assert.ok(await position());
    platform.clock.advance({ days: 2 });
    assert.deepEqual(await remembered(), ['place']);
    assert.ok(!(await position()));
    assert.equal(await (await later()).place(), 'home', 'the person is still there');
    platform.clock.advance({ days: 25 });
    assert.deepEqual(await remembered(), []);
    assert.equal(await (await later()).place(), 'home');
  });

  it('hides the place of a person from other users', async () => {
    const { newHome, platform } = scene();
    const [one, two] = [await newHome(), await newHome()];
    const path = `/v3/users/${one.id}/presence`;
    await assertApiError(await platform.request(path, { token: two.token }), 'forbidden');
  });
});

onEachEngine('the place of a person after a restart', setUp, (scene) => {
  it('continues in the middle of a walk after a restart', async () => {
    const { newHome, stage, platform } = scene();
    const home = await newHome();
    await home.send('PATCH', 'places/home', HOME);
    await home.walk(0, 600);
    await platform[Symbol.asyncDispose]();
    const next = await stage.start({ clock: platform.clock });
    const again = callsOf(next, home);
    platform.clock.advance({ seconds: 20 });
    await again.report('location/latlon', north(20_000, 20));
    await again.walk(650);
    assert.deepEqual(await again.log(), ['home', 'away']);
    assert.equal((await again.presence()).ignored['too-fast'], 1);
  });
});
