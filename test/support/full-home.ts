import assert from 'node:assert/strict';
import type { AutomationDefinition, Scene } from '@azulejo/contract';
import type { Db } from '@azulejo/server/testing';
import type { DemoHome } from './demo-home.ts';
import { PLUG, ticketOf } from './pairing-scene.ts';
import { newApplication } from './people.ts';
import { plainPicture } from './pictures.ts';
import type { TestPlatform } from './platform.ts';
import { postJson } from './wire.ts';

type FullHome = DemoHome & { db: Db };

/** Adds a row for the demo's user to every table that can have data of a user. */
export async function fillHome(home: FullHome): Promise<void> {
  await upload(home);
  await switchSomething(home);
  await playScene(home);
  await createAutomation(home);
  await fillPeople(home);
  await fillPairing(home);
  await fillNotifications(home);
}

async function upload({ platform, token }: FullHome): Promise<void> {
  const body = new Uint8Array(await plainPicture(3, 3).png().toBuffer());
  const headers = { 'content-type': 'image/png' };
  const response = await platform.request('/v3/uploads', { method: 'POST', token, headers, body });
  assert.equal(response.status, 201);
}

async function createAutomation({ platform, token, userId, db }: FullHome): Promise<void> {
  const definition: AutomationDefinition = {
    label: 'Good night',
    when: [{ kind: 'time', time: { at: '23:00' } }],
    then: [{ kind: 'wait', wait: 'PT1S' }],
  };
  const response = await platform.request('/v3/users/me/automations', {
    method: 'POST',
    token,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(definition),
  });
  assert.equal(response.status, 201, await response.clone().text());
  const { id } = (await response.json()) as { id: string };
  await fillRuns(db, { user_id: userId, automation_id: id }, platform.clock.now());
}

/** Stores a run of an automation with a step and a message, a miss, and a web address. */
async function fillRuns(db: Db, of: { user_id: string; automation_id: string }, now: number): Promise<void> {
  const { user_id } = of;
  const json = { start_json: '{"by":"play"}', conditions_json: '[]', chain_json: '[]' };
  const run = { ...of, id: '1-e1', version: 1, began: now, place: 0, outcome: 'running' as const, ...json };
  const step = { ...of, run_id: run.id, step: 's1', target: '', at: now, place: 0, detail_json: '{}' };
  const miss = { ...of, reason: 'disabled' as const };
  const message = { user_id, id: 'message', automation_id: of.automation_id, run_id: run.id, step: 's1' };
  const rest = { kind: 'notify' as const, body_json: '{}', attempts: 0, due: now + 3_600_000, created: now };
  await db.write(async (tx) => {
    const home = { user_id, cursor: 0, state_json: '{}', due: null, updated: now, part: 0 };
    await tx
      .insertInto('automation_homes')
      .values(home)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await tx.insertInto('automation_runs').values(run).execute();
    await tx
      .insertInto('automation_steps')
      .values({ ...step, kind: 'notify', outcome: 'open' })
      .execute();
    await tx
      .insertInto('automation_skipped_runs')
      .values({ ...miss, at: now, place: 0, skipped_json: '{}' })
      .execute();
    await tx
      .insertInto('automation_skipped_hours')
      .values({ ...miss, hour: now, count: 1 })
      .execute();
    await tx
      .insertInto('automation_messages')
      .values({ ...message, ...rest })
      .execute();
    await tx
      .insertInto('automation_hooks')
      .values({ ...of, hash: `hash-of-${of.automation_id}`, created: now })
      .execute();
  });
}

/**
 * Sets preferences, places and survey responses, a removed device, an alarm, a password reset link, and a mail
 * that is not due yet.
 */
async function fillPeople({ platform, token, userId, channels, demo, db }: FullHome): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  for (const [method, path, body] of [
    ['PATCH', `/v3/users/${userId}/preferences`, '{"units":"imperial"}'],
    ['POST', `/v3/legacy/users/${userId}/places`, '{"name":"Beach"}'],
    ['POST', `/v3/legacy/users/${userId}/survey-responses`, '{"id":"general"}'],
  ] as const) {
    const response = await platform.request(path, { method, token, headers, body });
    assert.ok(response.ok, await response.text());
  }
  const presence = { user_id: userId, state_json: '{}', revision: 1, updated: platform.clock.now(), part: 0 };
  await db.write((tx) => tx.insertInto('presences').values(presence).execute());
  const device = { user_id: userId, id: 'removed', channel_id: 'gone', name: 'Old plug' };
  await db.write((tx) =>
    tx
      .insertInto('removed_devices')
      .values({ ...device, at: platform.clock.now() })
      .execute(),
  );
  const [channel] = await channels();
  assert.ok(channel);
  const alarm = { id: 'alarm', channel_id: channel.id, component_id: 'smoke-alarm', property_id: 'smoke' };
  await db.write((tx) =>
    tx
      .insertInto('alarms')
      .values({ ...alarm, kind: 'smoke', started: platform.clock.now() })
      .execute(),
  );
  await platform.server.features.passwordReset.makeLink(userId);
  const now = platform.clock.now();
  const mail = { client_id: demo.clientId, email_key: demo.email, kind: 'reset' as const, address: '::1' };
  await db.write(async (tx) => {
    await tx
      .insertInto('pending_mails')
      .values({ ...mail, created: now, due: now + 3_600_000 })
      .execute();
    await tx
      .insertInto('second_factors')
      .values({ user_id: userId, sealed: 'of the secret', created: now })
      .execute();
    await tx
      .insertInto('passkeys')
      .values({
        id: 'passkey',
        user_id: userId,
        credential_id: 'of the passkey',
        relying_party: 'localhost',
        name: 'Phone',
        public_key: 'of the key',
        transports_json: '[]',
        created: now,
        last_used: null,
      })
      .execute();
    await tx.insertInto('recovery_codes').values({ user_id: userId, code_hash: 'of the code' }).execute();
    const due = now + 3_600_000;
    await tx.insertInto('deletion_requests').values({ user_id: userId, requested: now, due }).execute();
    await tx
      .insertInto('email_requests')
      .values({
        user_id: userId,
        client_id: demo.clientId,
        email: 'ana.marques@example.org',
        email_key: 'ana.marques@example.org',
        password_digest: 'of the password',
        created: now,
        expires: now + 3_600_000,
      })
      .execute();
  });
}

/** Adds a device that was found and not added, a token of a maker, and a subscription to a service. */
async function fillPairing({ platform, token, userId, channels, demo, db }: FullHome): Promise<void> {
  const { services } = platform.server.features;
  await services.import([
    {
      id: 'energy-report',
      kind: 'service',
      name: 'Energy report',
      authorizationUrl: 'https://energy.example/authorize',
      photoUrlSquared: 'https://energy.example/icon.png',
      profiles: [],
    },
  ]);
  await services.subscribe(userId, 'energy-report');
  const manager = await newApplication(platform, { type: 'manager' });
  await platform.server.features.makerCredentials.store(
    { managerId: manager.clientId, applicationId: demo.clientId, userId, templateId: PLUG },
    'demo',
    { access_token: 'of the maker' },
  );
  await platform.server.features.bridges.setUser(await newBridge(platform), userId, true);
  const authorization = await platform.request(`/v3/channel-templates/${PLUG}/authorize`, { token });
  const page = authorization.headers.get('location') ?? '';
  const body = new URLSearchParams({ ticket: ticketOf(page), room: 'hall' });
  const passed = await platform.request(page.slice(platform.url.length), { method: 'POST', body });
  assert.equal(passed.status, 303);
  const [application_id, now] = [demo.clientId, platform.clock.now()];
  const of = { user_id: userId, application_id, expires: now + 60_000 };
  await db.write(async (tx) => {
    await tx
      .insertInto('grant_requests')
      .values({ ...of, id: 'request', device_id: 'lamp', role: 'user', requested: now })
      .execute();
    await tx
      .insertInto('open_selections')
      .values({ ...of, id: 'selection', manager_id: manager.clientId, template_id: PLUG, began: now })
      .execute();
  });
  // A manager that put a device into the home leaves this row.
  const [channel] = await channels();
  assert.ok(channel);
  await db.write((tx) =>
    tx
      .insertInto('pairing_grants')
      .values({ user_id: userId, channel_id: channel.id, granted: platform.clock.now() })
      .execute(),
  );
}

/**
 * Writes twice and waits for the device's answer, which leaves commands and events. Nothing follows later.
 */
async function switchSomething({ platform, token, channels }: DemoHome): Promise<void> {
  const { channel, component, property } = findSwitch(await channels());
  const path = `/v3/channels/${channel}/components/${component}/properties/${property}/value?wait=30`;
  const headers = { 'content-type': 'application/json' };
  for (const body of ['{"data":true}', '{"data":false}']) {
    const response = await platform.request(path, { method: 'PUT', token, headers, body });
    assert.equal(response.status, 200, await response.text());
  }
}

/** Creates a scene, plays it, and waits for the answer of the device. */
async function playScene({ platform, token, channels }: DemoHome): Promise<void> {
  const settings = [{ ...findSwitch(await channels()), data: false }];
  const response = await postJson(platform, '/v3/users/me/scenes', { label: 'Night', settings }, { token });
  assert.equal(response.status, 201, await response.clone().text());
  const { id } = (await response.json()) as Scene;
  const played = await postJson(platform, `/v3/users/me/scenes/${id}/play?wait=30`, {}, { token });
  assert.equal(played.status, 200, await played.text());
}

/** Returns the first switch of the home. */
function findSwitch(channels: Awaited<ReturnType<DemoHome['channels']>>) {
  for (const { id, properties, components } of channels) {
    const property = properties.find(({ io, schema }) => io.includes('w') && schema.endsWith('/on-off'));
    const component = components.find(({ type }) => property?.components.includes(type));
    if (property && component) return { channel: id, component: component.id, property: property.id };
  }
  return assert.fail('nothing in the demo home can be switched');
}

/** Adds a browser, a condition that lasts, and a notification that is not due yet. */
async function fillNotifications({ platform, token, userId, channels, db }: FullHome): Promise<void> {
  const response = await platform.request('/v3/notifications', {
    method: 'PATCH',
    token,
    headers: { 'content-type': 'application/json' },
    body: '{"open_minutes":20}',
  });
  assert.equal(response.status, 200, await response.text());
  const [channel] = await channels();
  assert.ok(channel);
  const [id, created] = [crypto.randomUUID(), platform.clock.now()];
  const expires = created + 86_400_000;
  const text = { title: 'Open', body: 'Window', link: '/home', tag: 'window' };
  const keys = { endpoint_hash: `hash-of-${id}`, public_key: 'key', auth_secret: 'secret' };
  const browser = {
    user_id: userId,
    id,
    name: 'Chrome',
    endpoint: `https://push.invalid/${id}`,
    created,
    ...keys,
  };
  const place = { channel_id: channel.id, component_id: 'window', property_id: 'open' };
  const message = {
    user_id: userId,
    id,
    way: 'push' as const,
    browser_id: id,
    kind: 'open' as const,
    is_urgent: 0,
  };
  await db.write(async (tx) => {
    await tx.insertInto('notification_browsers').values(browser).execute();
    await tx
      .insertInto('notification_incidents')
      .values({ user_id: userId, ...place, kind: 'open', began: created, due: expires, part: 0 })
      .execute();
    await tx
      .insertInto('notification_messages')
      .values({ ...message, ...text, created, due: expires, expires, part: 0 })
      .execute();
  });
}

async function newBridge(platform: TestPlatform): Promise<string> {
  const connection = {
    type: 'zigbee2mqtt',
    mqttUrl: 'mqtt://127.0.0.1:1',
    username: undefined,
    password: undefined,
    baseTopic: 'zigbee2mqtt',
  } as const;
  return (await platform.server.features.bridges.create({ connection })).id;
}
