import assert from 'node:assert/strict';
import { it } from 'node:test';
import { publishTopic, type Right, valueTopic } from '@azulejo/contract';
import { listEvents, textOf } from '../support/feed-scene.ts';
import { connectMqtt, type MqttCredentials } from '../support/mqtt.ts';
import { panelTemplate } from '../support/panel-template.ts';
import { newApplication, newPerson, personToken } from '../support/people.ts';
import { readJson } from '../support/replies.ts';
import { onEachEngine, type Stage } from '../support/scene.ts';
import { templateProperty } from '../support/template-property.ts';
import { until } from '../support/until.ts';

/** A door with a light: setting `locked` needs the right `secure`, setting `level` does not. */
const doorTemplate = {
  ...panelTemplate,
  id: '7c1b7a4e-2f6d-4a57-9a53-4b0f6a0d9c77',
  name: 'Door',
  components: [
    { id: 'door', type: 'lock', label: 'Door', classes: [] },
    { id: 'light', type: 'light-bulb', label: 'Light', classes: [] },
  ],
  properties: [
    templateProperty('locked', {
      schema: 'boolean',
      components: ['lock'],
      classes: ['com.muzzley.properties.security.locked'],
    }),
    templateProperty('level', { schema: 'percentage', components: ['light-bulb'] }),
  ],
  tiles: [{ label: 'Door', components: ['door'], information: [], actions: [], isGroupable: false }],
};

const LACKS = '403 2002';

const json = (body: object, method = 'POST') => ({
  method,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

const locked = { componentId: 'door', propertyId: 'locked' };
const level = { componentId: 'light', propertyId: 'level' };
type Part = typeof locked;

async function setUp(stage: Stage) {
  const platform = await stage.start();
  const db = await stage.openDatabase();
  const { features } = platform.server;
  await features.templates.import([doorTemplate], { areTrusted: false });
  const application = await newApplication(platform);
  const ana = await newPerson(platform, application);
  const place = await features.homes.find({ userId: ana.id, templateId: doorTemplate.id });
  // Nobody owns the channel, so that what is written is stored at once.
  const { id: channelId } = await db.write((tx) =>
    features.homes.place(tx, { ...place, name: 'Door', creatorId: undefined }),
  );
  const { id: context } = await db.read
    .selectFrom('channels')
    .select('id')
    .where('context_of', '=', ana.id)
    .executeTakeFirstOrThrow();

  /** Signs Ana in. */
  async function signIn(): Promise<MqttCredentials & { signInId: string }> {
    const record = await personToken(platform, application, ana);
    const { sign_in_id: signInId } = await db.read
      .selectFrom('access_tokens')
      .select('sign_in_id')
      .where('id', '=', record.id)
      .executeTakeFirstOrThrow();
    return { clientId: application.clientId, token: record.access_token, signInId };
  }

  /** Signs Ana in with these rights only. */
  async function limited(...rights: Right[]) {
    const signedIn = await signIn();
    await features.auth.limit(signedIn.signInId, new Set(rights));
    return signedIn;
  }

  /** Returns the status, and the code of the error if there is one. */
  async function status({ token }: MqttCredentials, path: string, init: RequestInit = {}): Promise<string> {
    const response = await platform.request(path, { token, ...init });
    await response.arrayBuffer();
    const code = response.headers.get('x-error');
    return code === null ? `${response.status}` : `${response.status} ${code}`;
  }

  const put = (who: MqttCredentials, { componentId, propertyId }: Part, data: unknown): Promise<string> => {
    const path = `/v3/channels/${channelId}/components/${componentId}/properties/${propertyId}/value`;
    return status(who, path, json({ data }, 'PUT'));
  };
  const addressOf = (part: Part) => ({ channelId, ...part });
  return { platform, db, application, ana, channelId, context, signIn, limited, status, put, addressOf };
}

onEachEngine('a sign-in with limited rights', setUp, (scene) => {
  it('is refused with the right that it lacks, before anything is looked up', async () => {
    const { platform, limited, status } = scene();
    const who = await limited('view');
    const response = await platform.request('/v3/users/me/energy', { token: who.token });
    const { code, text } = (await response.json()) as { code: number; text: string };
    assert.deepEqual([response.status, code], [403, 2002]);
    assert.match(text, /"history"/);
    assert.equal(await status(who, `/v3/users/${crypto.randomUUID()}/energy`), LACKS);
    assert.equal(await status(who, '/v3/legacy/users/me/tiles'), '200');
    assert.equal(await status(who, '/v3/account'), LACKS);
  });

  it('has all rights until it is limited, and again when it is not any more', async () => {
    const { platform, signIn, status } = scene();
    const who = await signIn();
    const { auth } = platform.server.features;
    assert.equal(await status(who, '/v3/account'), '200');
    await auth.limit(who.signInId, new Set());
    assert.equal(await status(who, '/v3/account'), LACKS);
    await auth.limit(who.signInId, 'all');
    assert.equal(await status(who, '/v3/account'), '200');
  });

  it('gives its rights to what is made from it: the sign-in of its code, and renewed tokens', async () => {
    const { platform, application, ana, status } = scene();
    const record = await personToken(platform, application, ana);
    const { sign_in_id: id } = await scene()
      .db.read.selectFrom('access_tokens')
      .select('sign_in_id')
      .where('id', '=', record.id)
      .executeTakeFirstOrThrow();
    await platform.server.features.auth.limit(id, new Set<Right>(['view']));
    const ways: Record<string, string>[] = [{ refresh_token: record.refresh_token }, { code: record.code }];
    for (const by of ways) {
      const query = new URLSearchParams({ client_id: application.clientId, ...by });
      const made = await readJson<{ access_token: string }>(
        await platform.request(`/v3/auth/exchange?${query}`),
      );
      const who = { clientId: application.clientId, token: made.access_token };
      assert.deepEqual(
        [await status(who, '/v3/legacy/users/me/tiles'), await status(who, '/v3/account')],
        ['200', LACKS],
        Object.keys(by).join(),
      );
    }
  });

  it('sets what is secure only with the right to', async () => {
    const { limited, put } = scene();
    const cases: [Right[], string, string][] = [
      [['view'], LACKS, LACKS],
      [['secure'], LACKS, LACKS],
      [['control'], LACKS, '200'],
      [['control', 'secure'], '200', '200'],
    ];
    for (const [rights, door, light] of cases) {
      const who = await limited(...rights);
      assert.deepEqual(
        [await put(who, locked, false), await put(who, level, 40)],
        [door, light],
        rights.join(),
      );
    }
  });

  it('neither saves nor plays a scene that does what it may not', async () => {
    const { channelId, limited, signIn, status, platform } = scene();
    const setting = (part: Part, data: unknown) => {
      return { channel: channelId, component: part.componentId, property: part.propertyId, data };
    };
    const unlock = { label: 'Open', settings: [setting(locked, false), setting(level, 10)] };
    const path = '/v3/users/me/scenes';
    for (const rights of [['arrange'], ['arrange', 'control'], ['arrange', 'secure']] as Right[][])
      assert.equal(await status(await limited(...rights), path, json(unlock)), LACKS, rights.join());
    const lights = { label: 'Light', settings: [setting(level, 10)] };
    assert.equal(await status(await limited('arrange', 'control'), path, json(lights)), '201');
    const created = await platform.request(path, { token: (await signIn()).token, ...json(unlock) });
    const { id } = (await created.json()) as { id: string };
    const { token } = await limited('control');
    const played = await platform.request(`${path}/${id}/play`, { token, ...json({}) });
    const { outcomes } = (await played.json()) as { outcomes: { state: string; reason?: string }[] };
    assert.deepEqual(
      outcomes.map(({ state, reason }) => [state, reason]),
      [
        ['refused', 'insufficient_scope'],
        ['done', undefined],
      ],
    );
  });

  it('neither saves, switches on, plays nor hooks an automation that does what it may not', async () => {
    const { channelId, limited, signIn, status, platform } = scene();
    const at = (hour: string, part: Part, value: unknown) => ({
      label: `At ${hour}`,
      when: [{ kind: 'time', time: { at: hour } }],
      then: [
        {
          kind: 'set',
          set: { channel: channelId, component: part.componentId, property: part.propertyId },
          value,
        },
      ],
    });
    const path = '/v3/users/me/automations';
    const unlock = at('07:00', locked, false);
    assert.equal(await status(await limited('automations'), path, json(at('08:00', level, 10))), LACKS);
    const who = await limited('automations', 'control', 'manage');
    assert.equal(await status(who, path, json(at('08:00', level, 10))), '201');
    assert.equal(await status(who, path, json(unlock)), LACKS);
    const created = await platform.request(path, { token: (await signIn()).token, ...json(unlock) });
    assert.equal(created.status, 201);
    const { id } = (await created.json()) as { id: string };
    // Another automation that runs it unlocks the door as well.
    const runs = { ...at('09:00', level, 1), then: [{ kind: 'automation', automation: id, as: 'run' }] };
    const one = `${path}/${id}`;
    assert.deepEqual(
      [
        await status(who, path, json(runs)),
        await status(who, one, json({ enabled: true }, 'PATCH')),
        await status(who, `${one}/play`, json({})),
        await status(who, `${one}/hook`, json({})),
        await status(who, `/v3/legacy/users/me/workers/${id}/play`, json({})),
        // It may always be switched off.
        await status(who, one, json({ enabled: false }, 'PATCH')),
      ],
      [LACKS, LACKS, LACKS, LACKS, LACKS, '200'],
    );
  });

  it('subscribes with the right to view, and publishes with the rights to control', async () => {
    const { platform, ana, limited, addressOf } = scene();
    const filter = `/v3/users/${ana.id}/channels/#`;
    const cases: [Right[], number, unknown, unknown][] = [
      [['view'], 1, 'e', 'e'],
      [['control'], 128, undefined, undefined],
      [['view', 'control'], 1, 'e', 'iw'],
      [['view', 'control', 'secure'], 1, 'iw', 'iw'],
    ];
    for (const [rights, code, door, light] of cases) {
      await using session = await connectMqtt(platform, await limited(...rights));
      assert.deepEqual(await session.subscribe(filter), [code], rights.join());
      for (const [part, data, io] of [
        [locked, true, door],
        [level, 5, light],
      ] as const) {
        const topic = valueTopic('users', ana.id, addressOf(part));
        await session.publish(publishTopic(addressOf(part)), { io: 'w', data });
        if (io === undefined) continue;
        const { message } = await session.next((each) => each.topic === topic && !each.retained);
        assert.equal(message.io, io, `${rights.join()} ${part.propertyId}`);
      }
    }
  });

  it('shows a subscriber nothing of the phone, and takes over no session of the person', async () => {
    const { platform, ana, context, limited, signIn, addressOf } = scene();
    const filter = `/v3/users/${ana.id}/channels/#`;
    const phoneValue = { channelId: context, componentId: 'location', propertyId: 'location' };
    const phone = await signIn();
    await using own = await connectMqtt(platform, phone, { clientId: 'phone', clean: false });
    await own.subscribe(filter);
    await own.publish(publishTopic(phoneValue), {
      io: 'w',
      data: { latitude: 38.7, longitude: -9.1 },
    });
    await own.next(({ topic }) => topic.includes(context));
    const who = await limited('view', 'control');
    await using other = await connectMqtt(platform, who, { clientId: 'phone', clean: false });
    assert.equal(other.isPresent, false);
    assert.deepEqual(await other.subscribe(filter), [1]);
    await own.publish(publishTopic(phoneValue), {
      io: 'w',
      data: { latitude: 38.8, longitude: -9.2 },
    });
    await own.next(({ topic, message }) => topic.includes(context) && message.io === 'iw');
    await other.publish(publishTopic(phoneValue), { io: 'r' });
    await own.publish(publishTopic(addressOf(level)), { io: 'w', data: 77 });
    await other.next(({ message }) => message.data === 77);
    assert.ok(own.client.connected);
    assert.deepEqual(
      other.received.filter(({ topic, message }) => topic.includes(context) && message.io !== 'e'),
      [],
    );
  });

  it('ends open sessions and streams when its rights change', async () => {
    const { platform, limited } = scene();
    const who = await limited('view');
    await using session = await connectMqtt(platform, who);
    const headers = { accept: 'text/event-stream' };
    const stream = textOf(await listEvents(platform, who.token, '', { headers }));
    await stream.next();
    await platform.server.features.auth.limit(who.signInId, new Set<Right>(['view', 'control']));
    await platform.server.live.endDeadSessions();
    await session.closed;
    let hasEnded = false;
    const ending = stream.next().then(({ done }) => {
      hasEnded = done === true;
    });
    // The stream may begin to wait for its next check at any time.
    await until(() => {
      platform.clock.advance({ seconds: 1 });
      return hasEnded;
    });
    await ending;
  });

  it('follows events without those of the past that it may not see', async () => {
    const { platform, limited, put, status } = scene();
    const who = await limited('view', 'control');
    const first = await readJson<{ cursor: string }>(
      await platform.request('/v3/users/me/events', { token: who.token }),
    );
    await put(who, level, 61);
    const path = `/v3/users/me/events?after=${first.cursor}`;
    const page = await readJson<{ elements: unknown[] }>(await platform.request(path, { token: who.token }));
    assert.equal(page.elements.length, 1);
    platform.clock.advance({ seconds: 3_600 });
    assert.equal(await status(who, path), '410 4100');
    assert.equal(await status(await limited('view', 'history'), path), '200');
  });
});
