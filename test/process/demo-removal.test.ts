import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Database } from '@azulejo/server/testing';
import { type DemoHome, setUpDemoHome } from '../support/demo-home.ts';
import { PLUG, ticketOf } from '../support/pairing-scene.ts';
import { newApplication, newPerson } from '../support/people.ts';
import { plainPicture } from '../support/pictures.ts';
import { assertProblem } from '../support/replies.ts';
import { type DatabaseStage, onEachEngine } from '../support/scene.ts';

/** Every table, and whether the demo leaves something in it: templates are the catalogue's, and audit only grows. */
const tables: Record<keyof Database, 'emptied' | 'kept'> = {
  settings: 'kept',
  clients: 'kept',
  client_links: 'kept',
  users: 'emptied',
  known_addresses: 'emptied',
  token_families: 'emptied',
  access_tokens: 'emptied',
  codes: 'emptied',
  templates: 'kept',
  channels: 'emptied',
  grants: 'emptied',
  tile_groups: 'emptied',
  tiles: 'emptied',
  tile_group_members: 'emptied',
  property_values: 'emptied',
  series: 'emptied',
  history: 'emptied',
  history_hours: 'emptied',
  commands: 'emptied',
  event_counters: 'emptied',
  user_events: 'emptied',
  virtual_devices: 'emptied',
  uploads: 'emptied',
  user_preferences: 'emptied',
  places: 'emptied',
  survey_responses: 'emptied',
  password_resets: 'emptied',
  pending_mails: 'emptied',
  pairing_tickets: 'emptied',
  found_devices: 'emptied',
  services: 'kept',
  service_subscriptions: 'emptied',
  portal_accounts: 'kept',
  portal_invitations: 'kept',
  portal_recovery_codes: 'kept',
  portal_sessions: 'kept',
  portal_known_addresses: 'kept',
  portal_password_links: 'kept',
  audit: 'kept',
};

const names = Object.keys(tables) as (keyof Database)[];

async function setUp(stage: DatabaseStage) {
  const home = await setUpDemoHome(stage);
  const db = await stage.openDatabase();
  const { read } = db;
  const count = async () => {
    const counts: Partial<Record<keyof Database, number>> = {};
    for (const name of names) counts[name] = (await read.selectFrom(name).selectAll().execute()).length;
    return counts;
  };
  return { ...home, db, count };
}

/** What a person sets and says, a link to set a password, and a mail that is not due yet. */
async function fillPeople({
  platform,
  token,
  userId,
  demo,
  db,
}: Awaited<ReturnType<typeof setUp>>): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  for (const [method, path, body] of [
    ['PATCH', `/v3/users/${userId}/preferences`, '{"units":"imperial"}'],
    ['POST', `/v3/legacy/users/${userId}/places`, '{"name":"Beach"}'],
    ['POST', `/v3/legacy/users/${userId}/survey-responses`, '{"id":"general"}'],
  ] as const) {
    const response = await platform.request(path, { method, token, headers, body });
    assert.ok(response.ok, await response.text());
  }
  await platform.server.features.passwordReset.makeLink(userId);
  const now = platform.clock.now();
  const mail = { client_id: demo.clientId, email_key: demo.email, kind: 'reset' as const, address: '::1' };
  await db.write((tx) =>
    tx
      .insertInto('pending_mails')
      .values({ ...mail, created: now, due: now + 3_600_000 })
      .execute(),
  );
}

/** A device that was found and is not added, and a service that is subscribed to. */
async function fillPairing({ platform, token, userId }: Awaited<ReturnType<typeof setUp>>): Promise<void> {
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
  const asked = await platform.request(`/v3/channel-templates/${PLUG}/authorize`, { token });
  const page = asked.headers.get('location') ?? '';
  const body = new URLSearchParams({ ticket: ticketOf(page), room: 'hall' });
  const passed = await platform.request(page.slice(platform.url.length), { method: 'POST', body });
  assert.equal(passed.status, 303);
}

/** Two writes, which leave commands behind, and an event: the first ends at the latest when the second begins. */
async function switchSomething({ platform, token, channels }: DemoHome): Promise<void> {
  for (const { id, properties, components } of await channels()) {
    const property = properties.find(({ io, schema }) => io.includes('w') && schema.endsWith('/on-off'));
    const component = components.find(({ type }) => property?.components.includes(type));
    if (!property || !component) continue;
    const path = `/v3/channels/${id}/components/${component.id}/properties/${property.id}/value`;
    const headers = { 'content-type': 'application/json' };
    for (const body of ['{"data":true}', '{"data":false}']) {
      const response = await platform.request(path, { method: 'PUT', token, headers, body });
      assert.ok(response.ok, await response.text());
    }
    return;
  }
  assert.fail('nothing in the demo home can be switched');
}

onEachEngine('removing the demo', setUp, (scene) => {
  it('leaves no row of it in any table, and nothing of others goes with it', async () => {
    const { platform, token, count, get } = scene();
    const { demo: demos } = platform.server.features;
    const upload = await platform.request('/v3/uploads', {
      method: 'POST',
      token,
      headers: { 'content-type': 'image/png' },
      body: new Uint8Array(await plainPicture(3, 3).png().toBuffer()),
    });
    assert.equal(upload.status, 201);
    await switchSomething(scene());
    await fillPeople(scene());
    await fillPairing(scene());
    const full = await count();
    for (const name of names.filter((one) => tables[one] === 'emptied'))
      assert.ok(full[name], `the demo has rows in ${name}`);

    assert.equal(await demos.remove(), true);
    const left = await count();
    for (const name of names.filter((one) => tables[one] === 'emptied')) assert.equal(left[name], 0, name);
    assert.equal(left.templates, full.templates);
    assert.equal(left.clients, full.clients, 'applications stay');
    await assertProblem(await get('channels'), 'invalid_token');
  });

  it('is what a new demo begins with where a kill left one half-made', async () => {
    const { platform, db, demo } = scene();
    const { accounts, users, demo: demos } = platform.server.features;
    // As far as a start comes that is killed before the home is furnished.
    const person = { email: demo.email, name: 'Ana Marques', password: 'never furnished' };
    const halfMade = await accounts.create({ appId: demo.clientId, ...person });
    const value = `making ${platform.clock.now() - 3_600_000} killed`;
    await db.write((tx) => tx.insertInto('settings').values({ name: 'demo', value }).execute());
    assert.equal(await demos.exists(), false);
    assert.equal((await demos.create())?.email, demo.email);
    assert.equal(await demos.exists(), true);
    assert.equal(await users.find(halfMade.id), undefined);
    assert.equal(await demos.remove(), true);
  });

  it('is done once, and the demo can be made anew beside other people', async () => {
    const { platform } = scene();
    const { demo: demos } = platform.server.features;
    assert.equal(await demos.remove(), false);
    const application = await newApplication(platform);
    const person = await newPerson(platform, application);
    await demos.create();
    assert.equal(await demos.exists(), true);
    assert.equal(await demos.remove(), true);
    assert.equal((await platform.request('/v3/users/me', { token: person.token })).status, 200);
  });
});
