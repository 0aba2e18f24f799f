import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { AuthorizeReply, type TokenRecord, type UserRecord } from '@azulejo/contract';
import { forms, ok, type Parameters, refused, send, without } from '../support/auth-calls.ts';
import { clientToken, newPerson, type Person, personToken } from '../support/people.ts';
import { assertExact } from '../support/replies.ts';
import { onEachEngineInFull } from '../support/scene.ts';
import { signInScene } from '../support/sign-in-scene.ts';
import { tokenFields } from '../support/token-fields.ts';

const PATH = '/v3/auth/authorize';

/** Members of the user record that the token record does not have (spec 4.5). */
const userMembers = [
  '_rev',
  'active_ts',
  'email',
  'inactive_ts',
  'name',
  'namespace',
  'target_id',
  'type',
] as const;

onEachEngineInFull('spec 4.5: signing in by a refresh token', signInScene, (scene) => {
  let person: Person;
  let user: UserRecord;
  before(async () => {
    person = await newPerson(scene().platform, scene().application, 'Rui Gonçalves');
    user = await ok<UserRecord>(scene().platform.request('/v3/users/me', { token: person.token }));
  });

  const parameters = async (): Promise<Parameters> => {
    const { refresh_token } = await personToken(scene().platform, scene().application, person);
    return { client_id: scene().application.clientId, refresh_token, grant_type: 'password' };
  };

  for (const form of forms) {
    describe(`by ${form}`, () => {
      let reply: AuthorizeReply;
      before(async () => {
        reply = await ok<AuthorizeReply>(send(scene().platform, form, PATH, await parameters()));
      });

      for (const [field, holds] of tokenFields) {
        it(`returns ${field} of the token record`, () =>
          holds(reply, {
            url: scene().platform.url,
            clientId: scene().application.clientId,
            ownerId: person.id,
            grantType: 'password',
            scope: ['application', 'user'],
            issued: scene().platform.clock.now(),
            lifetime: 30 * 24 * 3600,
          }));
      }
      for (const member of userMembers) {
        it(`returns ${member} of the user record`, () => assert.equal(reply[member], user[member]));
      }

      it("returns no other members for a refresh token, and none of the user's secrets", () => {
        assertExact(AuthorizeReply, reply);
        for (const member of ['cdata', 'secret', 'confirmation_hash']) assert.ok(!(member in reply), member);
      });

      it('issues tokens that work for a refresh token', async () => {
        const { access_token: token } = reply;
        assert.equal((await scene().platform.request('/v3/users/me', { token })).status, 200);
      });

      for (const name of ['client_id', 'grant_type']) {
        it(`refuses a sign-in by refresh token without ${name} and names it`, async () => {
          const response = send(scene().platform, form, PATH, without(await parameters(), name));
          await refused(response, 'invalid_request', name);
        });
      }

      it('refuses an unknown grant_type of a sign-in by refresh token', async () => {
        const response = send(scene().platform, form, PATH, { ...(await parameters()), grant_type: 'magic' });
        await refused(response, 'unsupported_grant_type', 'grant_type');
      });

      it('refuses an invalid refresh token', async () => {
        const wrong = { ...(await parameters()), refresh_token: 'azr_none' };
        await refused(send(scene().platform, form, PATH, wrong), 'invalid_refresh_token');
      });
    });
  }

  it('returns only the token record to a client', async () => {
    const record = await clientToken(scene().platform, scene().application, 'application');
    const reply = await ok<TokenRecord>(
      send(scene().platform, 'GET', PATH, {
        client_id: scene().application.clientId,
        refresh_token: record.refresh_token,
        grant_type: 'client_credentials',
      }),
    );
    for (const member of userMembers) assert.ok(!(member in reply), member);
    assert.equal(reply.owner_id, scene().application.clientId);
  });
});
