import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { AccountResult } from '@azulejo/contract';
import { createAccount } from '../support/accounts.ts';
import { ok, refused } from '../support/auth-calls.ts';
import { onEachEngine } from '../support/scene.ts';
import { storedScene } from '../support/sign-in-scene.ts';

onEachEngine('spec 4.1: registering an e-mail twice', storedScene, (scene) => {
  it('returns 409 with X-Error 1211 and does not change the existing account', async () => {
    const email = 'first@example.org';
    const { user } = await ok<AccountResult>(createAccount(scene().platform, scene().application, { email }));
    const body = await refused(
      createAccount(scene().platform, scene().application, {
        email,
        name: 'Somebody Else',
        password: 'another secret',
      }),
      'user_exists',
    );
    assert.equal(body.code, 1211);
    const row = await scene()
      .db.read.selectFrom('users')
      .selectAll()
      .where('email_key', '=', email)
      .execute();
    assert.deepEqual(
      row.map(({ id, name }) => ({ id, name })),
      [{ id: user.id, name: 'Ana Marques' }],
    );
  });

  it('creates one account when several requests with one e-mail race', async () => {
    const before = await countRows();
    const attempts = Array.from({ length: 8 }, (_, index) =>
      createAccount(scene().platform, scene().application, {
        email: 'race@example.org',
        name: `Racer ${index}`,
      }),
    );
    const statuses = (await Promise.all(attempts)).map((response) => response.status).sort();
    assert.deepEqual(statuses, [200, ...Array(7).fill(409)]);
    const after = await countRows();
    assert.deepEqual(
      Object.keys(after).map((table) => [table, (after[table] ?? 0) - (before[table] ?? 0)]),
      [
        ['users', 1],
        // One area is for the devices, the other for the user's own context.
        ['tile_groups', 2],
        ['sign_ins', 1],
        ['access_tokens', 1],
        ['codes', 1],
        ['known_addresses', 1],
        ['audit', 1],
      ],
    );
  });

  async function countRows(): Promise<Record<string, number>> {
    const tables = [
      'users',
      'tile_groups',
      'sign_ins',
      'access_tokens',
      'codes',
      'known_addresses',
      'audit',
    ] as const;
    const counts: Record<string, number> = {};
    for (const table of tables) {
      const row = await scene()
        .db.read.selectFrom(table)
        .select((eb) => eb.fn.countAll<string | number>().as('rows'))
        .executeTakeFirstOrThrow();
      counts[table] = Number(row.rows);
    }
    return counts;
  }
});
