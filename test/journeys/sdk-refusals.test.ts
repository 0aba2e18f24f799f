import assert from 'node:assert/strict';
import { it } from 'node:test';
import { AzulejoError, createClient } from '@azulejo/sdk';
import { newApplication, newPerson } from '../support/people.ts';
import { onSqlite, type Stage } from '../support/scene.ts';

const FAILURES = 3;
const ACCOUNTS = 6;

async function setUp(stage: Stage) {
  const platform = await stage.start({
    environment: {
      RATE_LIMIT_SIGN_IN_FAILURES_PER_ACCOUNT_AND_ADDRESS: String(FAILURES),
      RATE_LIMIT_ACCOUNTS_PER_ADDRESS: String(ACCOUNTS),
    },
  });
  const application = await newApplication(platform);
  const client = createClient({ url: platform.url, clientId: application.clientId });
  return { client, person: await newPerson(platform, application) };
}

/** Returns the error that the promise is rejected with. */
async function errorOf(work: Promise<unknown>): Promise<AzulejoError> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof AzulejoError, `expected a refusal, got ${String(error)}`);
  return error;
}

onSqlite('errors of the SDK', setUp, (scene) => {
  it('identifies an e-mail that is taken', async () => {
    const { client, person } = scene();
    const account = { name: 'Ana', email: person.email.toUpperCase(), password: person.password };
    const { name, status, code } = await errorOf(client.signUp(account));
    assert.deepEqual({ name, status, code }, { name: 'Refused', status: 409, code: 1211 });
  });

  it('identifies a weak password', async () => {
    const { client } = scene();
    const error = await errorOf(
      client.signUp({ name: 'Ana', email: 'weak@example.org', password: 'password' }),
    );
    assert.deepEqual([error.status, error.code], [400, 1212]);
    assert.deepEqual(
      error.fields.map(({ field }) => field),
      ['password'],
    );
    assert.doesNotMatch(error.message, /weak@example/);
  });

  it('limits guesses of a password and returns how long to wait', async () => {
    const { client, person } = scene();
    const guess = () =>
      errorOf(client.signIn.password({ username: person.email, password: 'a wrong guess' }));
    for (let failure = 0; failure < FAILURES; failure += 1) {
      const error = await guess();
      assert.deepEqual([error.status, error.code, error.retryAfter], [401, 1601, undefined]);
    }
    const error = await guess();
    assert.deepEqual([error.status, error.code], [429, 4290]);
    assert.ok(error.retryAfter !== undefined && error.retryAfter > 0 && error.retryAfter <= 60);
    assert.ok(error.requestId);
    assert.equal(await client.token(), undefined);
  });

  it('limits the creation of accounts', async () => {
    const { client } = scene();
    const outcomes: unknown[] = [];
    for (let each = 0; each <= ACCOUNTS; each += 1) {
      const account = { name: 'Bea', email: `bea-${each}@example.org`, password: 'correct horse battery' };
      outcomes.push(
        await client.signUp(account).then(
          () => 200,
          ({ status }: AzulejoError) => status,
        ),
      );
    }
    assert.equal(outcomes[0], 200);
    assert.equal(outcomes.at(-1), 429);
  });
});
