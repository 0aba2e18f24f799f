import assert from 'node:assert/strict';
import { it } from 'node:test';
import { forEachEngine } from '@azulejo/storage/testing';
import { type Database, type Db, migrations } from './index.ts';

const OWN = '0028-secrets-of-devices';
const earlier = Object.keys(migrations).findLast((name) => name < OWN);

const TABLES = [
  'property_values',
  'series',
  'history',
  'history_hours',
  'history_other_hours',
  'commands',
  'user_events',
] as const;

/** Adds a user, whose log gets the events. */
async function addUser(db: Db): Promise<void> {
  const times = { created: 1, updated: 1 };
  const lists = { redirect_uris_json: '[]', origins_json: '[]', scopes_json: '[]' };
  const client = {
    id: 'casa',
    kind: 'application' as const,
    type: 'mobile' as const,
    name: 'Casa',
    namespace: 'casa',
    secret_hash: '',
    ...lists,
    minimum_password_length: 8,
    confirmation_hash: '',
    state: 'enabled' as const,
    ...times,
  };
  const user = {
    id: 'ana',
    client_id: client.id,
    email: 'ana',
    email_key: 'ana',
    name: 'Ana',
    password_hash: '',
    namespace: 'ana',
    secret: 'ana',
    confirmation_hash: '',
    state: 'active' as const,
    active_at: 1,
    ...times,
  };
  await db.write(async (tx) => {
    await tx.insertInto('clients').values(client).execute();
    await tx.insertInto('users').values(user).execute();
  });
}

let events = 0;

/** Adds a channel of a template from this package, with values of a property. */
async function addValues(db: Db, id: string, source: string, properties: readonly string[]): Promise<void> {
  const definition = JSON.stringify({ id, source: { package: source, version: '1' } });
  const texts = { name: id, vendor: 'Acme', model: 'L1', kind: 'lock' };
  const rest = { definition_json: definition, definition_hash: '', created: 1 };
  await db.write(async (tx) => {
    await tx
      .insertInto('templates')
      .values({ id, version: 1, ...texts, ...rest })
      .execute();
    const channel = { id, template_id: id, template_version: 1, name: id, created: 1, updated: 1 };
    await tx.insertInto('channels').values(channel).execute();
    for (const property_id of properties) {
      const address = { channel_id: id, component_id: 'lock', property_id };
      const data_json = JSON.stringify({ user: 1, pin_code: '4711' });
      const value = { ...address, data_json, timestamp: 1, cause: 'report' };
      await tx.insertInto('property_values').values(value).execute();
      events += 1;
      const event = { user_id: 'ana', n: events, at: 1, type: 'value' as const, data_json };
      await tx
        .insertInto('user_events')
        .values({ ...address, ...event })
        .execute();
      const { id: series_id } = await tx
        .insertInto('series')
        .values(address)
        .returning('id')
        .executeTakeFirstOrThrow();
      await tx.insertInto('history').values({ series_id, time: 1, n: 0, data_json }).execute();
      const hour = { series_id, hour: 0, count: 1 };
      await tx
        .insertInto('history_hours')
        .values({ ...hour, minimum: 1, maximum: 1, sum: 1 })
        .execute();
      await tx
        .insertInto('history_other_hours')
        .values({ ...hour, last: 1 })
        .execute();
      const command = { ...address, id: `${id}/${property_id}`, data_json, state: 'done' as const };
      await tx
        .insertInto('commands')
        .values({ ...command, created: 1, deadline: 2 })
        .execute();
    }
  });
}

forEachEngine((_engine, open, newPlace) => {
  it('deletes stored codes of devices, and nothing else', async () => {
    const place = await newPlace();
    const before = await open<Database>({ place, migrations, ...(earlier && { migrateTo: earlier }) });
    await addUser(before);
    await addValues(before, 'zigbee', 'zigbee-herdsman-converters', ['pin-code', 'wifi-config', 'locked']);
    await addValues(before, 'announced', 'mqtt-discovery', ['user-code', 'locked']);
    await addValues(before, 'own', 'developers-own', ['pin-code']);

    const { read } = await open<Database>({ place, migrations });
    for (const table of TABLES) {
      const { length } = await read.selectFrom(table).selectAll().execute();
      assert.equal(length, 3, table);
    }
    const left = await read.selectFrom('series').select(['channel_id', 'property_id']).execute();
    assert.deepEqual(left.map((each) => `${each.channel_id}/${each.property_id}`).toSorted(), [
      'announced/locked',
      'own/pin-code',
      'zigbee/locked',
    ]);
  });
});
