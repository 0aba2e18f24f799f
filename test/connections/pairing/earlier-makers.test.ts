import assert from 'node:assert/strict';
import { it } from 'node:test';
import { type Database, migrations } from '@azulejo/server/testing';
import { forEachEngine } from '@azulejo/storage/testing';
import { sql } from 'kysely';

forEachEngine((_engine, open, newPlace) => {
  it('assigns templates of an earlier version to the only manager that makes such devices', async () => {
    const place = await newPlace();
    const earlier = await open<Database>({ place, migrations, migrateTo: '0007-limits' });
    await earlier.write(async (tx) => {
      for (const [id, kind] of Object.entries({
        app: 'application',
        first: 'manager',
        second: 'manager',
        device: 'device',
      })) {
        await sql`insert into clients (id, kind, type, name, namespace, secret_hash, redirect_uris_json,
          origins_json, scopes_json, minimum_password_length, confirmation_hash, state, is_demo, created, updated)
          values (${id}, ${kind}, 'mobile', ${id}, ${id}, '', '[]', '[]', '[]', 8, '', 'enabled', 0, 1, 1)`.execute(
          tx,
        );
      }
      const channels: [id: string, template: string, creator: string | null, created: number][] = [
        ['1', 'lamp', 'first', 30],
        ['2', 'lamp', 'first', 20],
        ['3', 'plug', 'first', 1],
        ['4', 'plug', 'second', 2],
        ['5', 'meter', 'device', 1],
        ['6', 'siren', null, 1],
        ['7', 'lock', 'second', 5],
        ['8', 'lock', 'device', 4],
      ];
      for (const [id, template, creator, created] of channels) {
        await sql`insert into channels (id, template_id, template_version, creator_id, name, created, updated)
          values (${id}, ${template}, 1, ${creator}, 'It', ${created}, 1)`.execute(tx);
      }
    });
    const now = await open<Database>({ place, migrations });
    const makers = await now.read.selectFrom('template_makers').selectAll().orderBy('template_id').execute();
    assert.deepEqual(makers, [
      { template_id: 'lamp', manager_id: 'first', created: 20 },
      { template_id: 'lock', manager_id: 'second', created: 5 },
    ]);
  });
});
