import assert from 'node:assert/strict';
import type { Db } from '@azulejo/server/testing';

/** Asserts that each transaction is stored completely or not at all. Reads the database directly. */
export async function assertTransactionsAtomic(db: Db): Promise<void> {
  const { read } = db;
  const users = await read.selectFrom('users').select('id').execute();
  const groups = await read.selectFrom('tile_groups').select(['user_id', 'is_default']).execute();
  const signIns = await read.selectFrom('sign_ins').selectAll().execute();
  const accessTokens = await read.selectFrom('access_tokens').select(['sign_in_id', 'generation']).execute();
  const codes = await read.selectFrom('codes').selectAll().execute();
  const audit = await read.selectFrom('audit').select(['action', 'actor_id']).execute();

  const userIds = users.map(({ id }) => id).sort();
  const defaultAreas = groups.filter(({ is_default }) => is_default === 1).map(({ user_id }) => user_id);
  assert.deepEqual(defaultAreas.sort(), userIds, 'every user has one default area, and every area its user');
  const created = audit
    .filter(({ action }) => action === 'account.create')
    .map(({ actor_id }) => actor_id ?? '');
  assert.deepEqual(created.sort(), userIds, 'every user was audited, once');

  const signInIds = new Set(signIns.map(({ id }) => id));
  const signedIn = new Set(signIns.map(({ user_id }) => user_id));
  assert.deepEqual(
    userIds.filter((id) => !signedIn.has(id)),
    [],
    'users without a sign-in',
  );

  const tokensOf = Map.groupBy(accessTokens, ({ sign_in_id }) => sign_in_id);
  const codesOf = Map.groupBy(codes, ({ sign_in_id }) => sign_in_id);
  for (const { id, generation, sealed_successor, previous_hash } of signIns) {
    const generations = (tokensOf.get(id) ?? []).map((token) => token.generation).sort((a, b) => a - b);
    const everyOne = Array.from({ length: generation + 1 }, (_, each) => each);
    // Decision 0006: the first generation is kept, and the last 50 before the newest.
    const kept = everyOne.filter((each) => each === 0 || each >= generation - 50);
    assert.deepEqual(generations, kept, 'one access token for each generation of a sign-in');
    assert.equal(codesOf.get(id)?.length, generation + 1, 'one code for each generation of a sign-in');
    assert.equal(sealed_successor !== null, generation > 0);
    assert.equal(previous_hash !== null, generation > 0);
  }
  const redeemedInto = codes.flatMap(({ redeemed_family_id }) => redeemed_family_id ?? []);
  assert.deepEqual(
    redeemedInto.filter((id) => !signInIds.has(id)),
    [],
    'codes redeemed into no sign-in',
  );
  assert.equal(new Set(redeemedInto).size, redeemedInto.length, 'one code for one sign-in');
  await assertLogsWhole(db);
}

/**
 * Asserts that each event and its number were committed together: otherwise subscribers would wait for, or
 * miss, events. One statement reads both, because commands that timed out are settled and logged at the same
 * time.
 */
async function assertLogsWhole({ read }: Db): Promise<void> {
  const logs = await read
    .selectFrom('user_events')
    .select((eb) => ['user_id', eb.fn.max('n').as('last'), eb.fn.countAll<number>().as('count')])
    .select((eb) =>
      eb
        .selectFrom('event_counters')
        .select('last')
        .whereRef('event_counters.user_id', '=', 'user_events.user_id')
        .as('counter'),
    )
    .groupBy('user_id')
    .execute();
  assert.deepEqual(
    logs.filter(({ last, count, counter }) => last !== counter || count !== counter),
    [],
    'every event has its number',
  );
  const ahead = await read
    .selectFrom('event_counters')
    .select(['user_id', 'last'])
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('user_events')
            .select('n')
            .whereRef('user_events.user_id', '=', 'event_counters.user_id')
            .whereRef('user_events.n', '=', 'event_counters.last'),
        ),
      ),
    )
    .execute();
  assert.deepEqual(ahead, [], 'every number has its event');
}
