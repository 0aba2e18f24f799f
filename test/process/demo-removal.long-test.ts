import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Database } from '@azulejo/server/testing';
import { setUpDemoHome } from '../support/demo-home.ts';
import { fillHome } from '../support/full-home.ts';
import { newApplication, newPerson } from '../support/people.ts';
import { assertApiError } from '../support/replies.ts';
import { onEachEngineInFull, type Stage } from '../support/scene.ts';

/** Every table, and whether removing the demo empties it: the catalogue and the audit log are kept. */
const tables: Record<keyof Database, 'emptied' | 'kept'> = {
  settings: 'kept',
  server_leases: 'kept',
  connected_clients: 'kept',
  live_sessions: 'kept',
  servers: 'kept',
  leases: 'kept',
  clients: 'kept',
  client_links: 'kept',
  devices: 'kept',
  users: 'emptied',
  homes: 'emptied',
  known_addresses: 'emptied',
  sign_ins: 'emptied',
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
  history_non_numeric_hours: 'emptied',
  commands: 'emptied',
  alarms: 'emptied',
  event_counters: 'emptied',
  user_events: 'emptied',
  virtual_devices: 'emptied',
  uploads: 'emptied',
  removed_devices: 'emptied',
  user_preferences: 'emptied',
  places: 'emptied',
  presences: 'emptied',
  scenes: 'emptied',
  scene_plays: 'emptied',
  automations: 'emptied',
  automation_versions: 'emptied',
  automation_homes: 'emptied',
  automation_runs: 'emptied',
  automation_steps: 'emptied',
  automation_skipped_runs: 'emptied',
  automation_skipped_hours: 'emptied',
  automation_messages: 'emptied',
  automation_hooks: 'emptied',
  notification_recipients: 'emptied',
  notification_browsers: 'emptied',
  notification_incidents: 'emptied',
  notification_messages: 'emptied',
  survey_responses: 'emptied',
  second_factors: 'emptied',
  recovery_codes: 'emptied',
  passkeys: 'emptied',
  deletion_requests: 'emptied',
  email_requests: 'emptied',
  password_resets: 'emptied',
  pending_mails: 'emptied',
  pairing_tickets: 'emptied',
  pairing_grants: 'emptied',
  grant_requests: 'emptied',
  open_selections: 'emptied',
  manager_webhooks: 'kept',
  client_connections: 'kept',
  application_webhooks: 'kept',
  template_makers: 'kept',
  linked_accounts: 'kept',
  linked_credentials: 'emptied',
  bridges: 'kept',
  bridge_users: 'emptied',
  found_devices: 'emptied',
  services: 'kept',
  service_subscriptions: 'emptied',
  portal_invitations: 'kept',
  portal_tokens: 'kept',
  audit: 'kept',
  audit_seals: 'kept',
  used_challenges: 'kept',
  rate_windows: 'kept',
};

const names = Object.keys(tables) as (keyof Database)[];

async function setUp(stage: Stage) {
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

onEachEngineInFull('removing the demo home', setUp, (scene) => {
  it('leaves no row of the demo in any table and removes nothing else', async () => {
    const { platform, count, get } = scene();
    const { demo: demos, removal } = platform.server.features;
    await fillHome(scene());
    const full = await count();
    for (const name of names.filter((one) => tables[one] === 'emptied'))
      assert.ok(full[name], `the demo has rows in ${name}`);

    assert.equal(await demos.remove(), true);
    await removal.sweep();
    const left = await count();
    for (const name of names.filter((one) => tables[one] === 'emptied')) assert.equal(left[name], 0, name);
    assert.equal(left.templates, full.templates);
    assert.equal(left.clients, full.clients, 'applications stay');
    await assertApiError(await get('channels'), 'invalid_token');
  });

  it('removes a demo that a kill left half-made before it creates a new one', async () => {
    const { platform, db, demo } = scene();
    const { accounts, users, demo: demos } = platform.server.features;
    // A start that is killed before it adds devices to the home stops at this point.
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

  it("keeps a user who had the demo's e-mail before the killed creation began", async () => {
    const { platform, db, demo } = scene();
    const { accounts, users, demo: demos } = platform.server.features;
    const person = { email: demo.email, name: 'Ana', password: 'another person' };
    const ana = await accounts.create({ appId: demo.clientId, ...person });
    platform.clock.advance({ minutes: 1 });
    const value = `making ${platform.clock.now()} killed`;
    await db.write((tx) => tx.insertInto('settings').values({ name: 'demo', value }).execute());
    platform.clock.advance({ minutes: 10 });
    assert.notEqual((await demos.create())?.email, demo.email);
    assert.ok(await users.find(ana.id));
    assert.equal(await demos.remove(), true);
  });

  it('removes the demo once, and creates a new one while other users exist', async () => {
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
