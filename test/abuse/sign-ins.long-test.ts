import assert from 'node:assert/strict';
import { it } from 'node:test';
import { RECOMMENDED_HASH_COST } from '@azulejo/server/testing';
import { newApplication, newPerson, type Person } from '../support/people.ts';
import { onSqlite } from '../support/scene.ts';
import { postJson } from '../support/wire.ts';

const FLOOD = 600;
const OTHERS = 17;

onSqlite(
  'successful sign-ins of one account from six networks at once',
  async ({ start }) => {
    const platform = await start({
      hashCost: RECOMMENDED_HASH_COST,
      environment: { TRUSTED_PROXIES: '127.0.0.1' },
    });
    return { platform, application: await newApplication(platform) };
  },
  (scene) => {
    const signIn = ({ email, password }: Person, from: string) =>
      postJson(
        scene().platform,
        '/v3/auth/authorize',
        {
          response_type: 'password',
          scope: 'user',
          client_id: scene().application.clientId,
          username: email,
          password,
        },
        { headers: { 'x-forwarded-for': from } },
      );

    it("returns 429 beyond an account's share of sign-ins, while other accounts sign in", async () => {
      const { platform, application } = scene();
      const people = await Promise.all(
        Array.from({ length: OTHERS + 1 }, () => newPerson(platform, application)),
      );
      const [hostile, ...others] = people;
      assert.ok(hostile);
      const flood = Array.from({ length: FLOOD }, (_, index) => signIn(hostile, `198.51.${index % 6}.7`));
      const answers = await Promise.all(others.map((person, index) => signIn(person, `203.0.113.${index}`)));
      assert.deepEqual(
        answers.map(({ status }) => status),
        others.map(() => 200),
      );
      const refused = (await Promise.all(flood)).filter(({ status }) => status !== 200);
      assert.ok(refused.length > 0);
      for (const { status, headers } of refused)
        assert.deepEqual([status, headers.get('retry-after')], [429, '2']);
    });
  },
);
