import assert from 'node:assert/strict';
import { it } from 'node:test';
import { type PortalMessage, publishTopic } from '@azulejo/contract';
import {
  listen,
  liveScene,
  newLamp,
  newMember,
  propertyOf,
  sendMessage,
} from '../../connections/mqtt/live-scene.ts';
import { watchMessages } from '../../support/message-log.ts';
import { connackOf, connectMqtt } from '../../support/mqtt.ts';
import { newApplication } from '../../support/people.ts';
import { visitPortal } from '../../support/portal.ts';
import { readJson } from '../../support/replies.ts';
import { onEachEngineInFull, type Stage } from '../../support/scene.ts';

async function setUp(stage: Stage) {
  const scene = await liveScene(stage);
  const { platform, application } = scene;
  const ana = await newMember(scene);
  const lamp = await newLamp(platform, ana.id);
  const visitor = await visitPortal(platform, 'viewer');
  /** Returns the messages that a page shows when it is opened now. */
  const kept = async (query: Record<string, string> = { client_id: application.clientId }) => {
    const reply = await visitor.request(`/portal/api/messages?${new URLSearchParams(query)}`);
    return (await readJson<{ messages: PortalMessage[] }>(reply)).messages;
  };
  const put = (channelId: string, property: string, data: unknown, wait = 0) =>
    platform.request(
      `/v3/channels/${channelId}/components/light-bulb/properties/${property}/value?wait=${wait}`,
      {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ data }),
        token: ana.token,
      },
    );
  return { ...scene, ana, lamp, visitor, kept, put };
}

type Scene = Awaited<ReturnType<typeof setUp>>;

/** A client's mistakes, each with the code, the text and the advice that the developer reads. */
const mistakes: [
  name: string,
  code: string,
  text: RegExp,
  advice: RegExp,
  make: (scene: Scene) => Promise<unknown>,
][] = [
  [
    'a value that the schema does not allow, over MQTT',
    'invalid_value',
    /data must be <= 100/,
    /schema/,
    ({ platform, ana, lamp }) =>
      publishing(platform, ana, publishTopic(propertyOf(lamp.channelId, 'brightness')), {
        io: 'w',
        data: 900,
      }),
  ],
  [
    'a value that the schema does not allow, over HTTP',
    'invalid_value',
    /must be boolean/,
    /schema/,
    ({ lamp, put }) => put(lamp.channelId, 'status', 'on'),
  ],
  [
    'a property that the template does not have',
    'not_found',
    /"light-bulb" has no property "colour"/,
    /template/,
    ({ lamp, put }) => put(lamp.channelId, 'colour', 1),
  ],
  [
    'a channel without a grant',
    'not_found',
    /[Nn]ot found/,
    /has no grant on it/,
    async (scene) => {
      const rita = await newMember(scene);
      const lamp = await newLamp(scene.platform, rita.id);
      await publishing(scene.platform, scene.ana, publishTopic(propertyOf(lamp.channelId)), {
        io: 'w',
        data: true,
      });
    },
  ],
  [
    'a channel that is not there, over HTTP',
    'not_found',
    /[Nn]ot found/,
    /No channel has this id/,
    ({ put }) => put('7d0d9a8e-0000-4d8f-9f43-3a6a2f1f5b10', 'status', true),
  ],
  [
    'a report by a client that does not own the channel',
    'forbidden',
    /do not have access/,
    /Only the channel’s owner/,
    ({ platform, ana, lamp }) =>
      publishing(platform, ana, publishTopic(propertyOf(lamp.channelId)), { io: 'iw', data: true }),
  ],
  [
    'a topic on which no client may publish',
    'topic',
    /values go to/,
    /topic of the channel itself/,
    ({ platform, ana, lamp }) =>
      publishing(platform, ana, `/v3/users/${ana.id}/channels/${lamp.channelId}`, { io: 'w', data: 1 }),
  ],
  [
    'a payload that is no JSON',
    'malformed',
    /not valid UTF-8 JSON/,
    /Publish a JSON object/,
    ({ platform, ana, lamp }) => publishing(platform, ana, publishTopic(propertyOf(lamp.channelId)), 'on'),
  ],
  [
    'a performative that is none',
    'malformed',
    /"io" must be/,
    /Publish a JSON object/,
    ({ platform, ana, lamp }) =>
      publishing(platform, ana, publishTopic(propertyOf(lamp.channelId)), { io: 'set', data: 1 }),
  ],
  [
    'a subscription to what is another’s',
    'forbidden',
    /only to your own channels and grants/,
    /^$/,
    async ({ platform, ana, application }) => {
      await using session = await connectMqtt(platform, ana);
      await session.subscribe(`/v3/applications/${application.clientId}/channels/#`);
    },
  ],
  [
    'a password that is no token',
    'invalid_token',
    /not a known access token/,
    /Sign in/,
    ({ platform, application }) =>
      connackOf(platform, { clientId: application.clientId, token: 'tiles are blue and white' }),
  ],
  [
    'the token of another client',
    'other_client',
    /another client than the username names/,
    /client id/,
    ({ platform, ana }) => connackOf(platform, { clientId: 'somebody-else', token: ana.token }),
  ],
];

async function publishing(
  platform: Scene['platform'],
  member: Scene['ana'],
  topic: string,
  message: unknown,
) {
  await using session = await connectMqtt(platform, member);
  await session.publish(topic, message);
}

onEachEngineInFull('the message log', setUp, (scene) => {
  for (const [name, code, text, advice, make] of mistakes)
    it(`explains why a message was refused: ${name}`, async () => {
      const before = (await scene().kept()).at(-1)?.n ?? 0;
      await make(scene());
      const made = (await scene().kept()).filter(({ n, reason }) => n > before && reason?.code === code);
      const [message] = made;
      assert.equal(made.length, 1, 'once');
      assert.deepEqual([message?.result, message?.is_failure], ['refused', true]);
      assert.match(message?.reason?.text ?? '', text);
      assert.match(message?.reason?.advice ?? '', advice);
    });

  it('traces a write: requested, delivered, answered, published, with its duration', async () => {
    const { platform, application, ana, lamp, visitor, put } = scene();
    await using device = await listen(platform, lamp);
    await using phone = await listen(platform, ana);
    using watching = await watchMessages(platform, visitor, { client_id: application.clientId });
    const reply = put(lamp.channelId, 'brightness', 40, 5);
    await device.next();
    platform.clock.advance({ seconds: 1 });
    await sendMessage(device, propertyOf(lamp.channelId, 'brightness'), { io: 'iw', data: 40 });
    assert.equal((await reply).status, 200);
    await phone.next();
    const settled = await watching.next(({ kind, result }) => kind === 'command' && result === 'done');
    assert.deepEqual(
      [settled.took_ms, settled.party.name, settled.channel?.id],
      [1000, ana.person.email, lamp.channelId],
    );
    const stepOf = ({ direction, via, party, io, result }: PortalMessage) =>
      [direction, via, party.kind, io, result].join(' ');
    for (const step of [
      'in http user w accepted',
      'out mqtt device w delivered',
      'in mqtt device iw stored',
      'out mqtt user iw delivered',
      'out mqtt application iw unheard',
    ])
      await watching.next(
        (message) =>
          message.kind === 'message' && message.channel?.id === lamp.channelId && stepOf(message) === step,
      );
    assert.ok(watching.messages.some(({ payload }) => payload === '{"io":"w","data":40}'));
  });

  it('lists a write that timed out also for viewers who connect later', async () => {
    const { platform, lamp, put, kept } = scene();
    assert.equal((await put(lamp.channelId, 'status', true)).status, 202);
    platform.clock.advance({ seconds: 6 });
    await platform.server.features.writePath.settleOverdue();
    const message = (await kept({ channel_id: lamp.channelId })).find(
      ({ result }) => result === 'unanswered',
    );
    assert.match(message?.reason?.text ?? '', /did not answer in time/);
    assert.match(message?.reason?.advice ?? '', /connected and subscribed/);
  });

  it('gives the reason why a connection ended: client, takeover or protocol error', async () => {
    const { platform, ana, visitor } = scene();
    using watching = await watchMessages(platform, visitor, { user_id: ana.id });
    const options = { clientId: 'kitchen' };
    await using first = await connectMqtt(platform, ana, options);
    await using second = await connectMqtt(platform, ana, options);
    await first.closed;
    await watching.next(({ reason }) => reason?.code === 'taken_over');
    await second.client.endAsync();
    await watching.next(({ reason }) => reason?.code === 'client');
    await using third = await connectMqtt(platform, ana, options);
    third.client.stream.write(Buffer.from([0x10, 0x00]));
    await third.closed;
    const broken = await watching.next(({ reason }) => reason?.code === 'protocol');
    assert.match(broken.reason?.text ?? '', /MQTT-3\.1\.0-2/);
  });

  it('redacts passwords, tokens and secret values', async () => {
    const { platform, application, ana, lamp, visitor } = scene();
    using watching = await watchMessages(platform, visitor);
    const secrets = ['swordfish-1', ana.token, 'swordfish-2', 'swordfish-3', 'swordfish-4', 'swordfish-5'];
    await connackOf(platform, { clientId: application.clientId, token: 'swordfish-1' });
    await using session = await connectMqtt(platform, ana);
    const topic = publishTopic(propertyOf(lamp.channelId));
    await session.publish(topic, { io: 'w', data: { password: 'swordfish-2', token: ana.token } });
    await session.publish(topic, 'password=swordfish-3');
    await session.publish(topic, '{"io":"w","data":{"client_secret":"swordfish-4"');
    await session.publish(`/v3/${ana.token}`, { io: 'w' });
    await session.publish(publishTopic(propertyOf(lamp.channelId, 'pin-code')), {
      io: 'w',
      data: 'swordfish-5',
    });
    await watching.next(({ topic: shown }) => shown?.endsWith('/pin-code/value') ?? false);
    const text = watching.text() + JSON.stringify(await scene().kept({}));
    for (const secret of secrets) assert.ok(!text.includes(secret), `${secret} is shown`);
    assert.ok(text.includes('•••'));
  });

  it('shows the messages of one application only', async () => {
    const { platform, ana, lamp, visitor, kept, put } = scene();
    const other = await newApplication(platform);
    using watching = await watchMessages(platform, visitor, { client_id: other.clientId });
    await put(lamp.channelId, 'status', 'on');
    const rita = await newMember({ platform, application: other });
    await publishing(platform, rita, 'cards/17', { io: 'w' });
    const [message] = [await watching.next(({ is_failure }) => is_failure)];
    assert.equal(message.party.name, rita.person.email);
    assert.ok(watching.messages.every(({ party }) => party.id === rita.id));
    assert.ok((await kept({ user_id: ana.id })).every(({ party }) => party.id !== rita.id));
    const two = await visitor.request(`/portal/api/messages?client_id=${other.clientId}&user_id=${ana.id}`);
    assert.equal(two.status, 400);
  });

  it('requires a portal session, and audits which account watched which user', async () => {
    const { platform, ana, visitor, db, kept } = scene();
    await kept({ user_id: ana.id });
    assert.equal((await fetch(`${platform.url}/portal/api/messages`)).status, 401);
    const rows = await db.read
      .selectFrom('audit')
      .select(['actor_id', 'target_id'])
      .where('action', '=', 'portal.messages.watch')
      .where('target_id', '=', ana.id)
      .execute();
    assert.ok(rows.some(({ actor_id }) => actor_id === visitor.accountId));
  });
});
