import assert from 'node:assert/strict';
import { it } from 'node:test';
import { manualClock } from '@azulejo/server/testing';
import { refused } from '../../support/auth-calls.ts';
import { newApplication, newPerson, signIn } from '../../support/people.ts';
import { readJson } from '../../support/replies.ts';
import { onEachEngine } from '../../support/scene.ts';
import { postJson } from '../../support/wire.ts';

onEachEngine(
  'the deletion of an account that is due while the server is down',
  async (stage) => stage,
  (stage) => {
    it('deletes an account after the restart when that was due while the server was down', async () => {
      const clock = manualClock();
      const before = await stage().start({ clock });
      const application = await newApplication(before);
      const { email, password, token } = await newPerson(before, application);
      await readJson(await postJson(before, '/v3/account/proof', { password }, { token }));
      await readJson(await postJson(before, '/v3/account/deletion', { email }, { token }));
      await before[Symbol.asyncDispose]();

      clock.advance({ days: 8 });
      const platform = await stage().start({ clock, timers: clock });
      clock.advance({ minutes: 2 });
      while ((await platform.request('/v3/users/me', { token })).status === 200);
      const parameters = {
        response_type: 'password',
        scope: 'application,user',
        client_id: application.clientId,
        username: email,
        password,
      };
      await refused(signIn(platform, 'authorize', parameters), 'bad_credentials');
      await platform.server.features.removal.sweep();
      const db = await stage().openDatabase();
      const left = await db.read.selectFrom('users').select('id').where('email', '=', email).execute();
      assert.deepEqual(left, []);
    });
  },
);
