import assert from 'node:assert/strict';
import { it } from 'node:test';
import { connackOf } from '../support/mqtt.ts';
import { newApplication, newPerson, personToken, signIn } from '../support/people.ts';
import { onEachEngine, type Stage } from '../support/scene.ts';

async function setUp(stage: Stage) {
  const platform = await stage.start();
  const application = await newApplication(platform);
  const token = (await personToken(platform, application, await newPerson(platform, application)))
    .access_token;
  return { platform, application, token, db: await stage.openDatabase() };
}

onEachEngine('misplaced secrets', setUp, (scene) => {
  /** Returns all that is stored and can be read later: the audit log, the message log and the log. */
  async function storedText(): Promise<string> {
    const { platform, db } = scene();
    await platform.server.features.audit.flush();
    const audit = await db.read.selectFrom('audit').selectAll().execute();
    return JSON.stringify([audit, platform.server.features.messageLog.kept({}), platform.log()]);
  }

  const cases: Record<string, () => Promise<readonly [sent: string, answer: unknown]>> = {
    'MQTT’s username, with the client id as password': async () => {
      const { platform, application, token } = scene();
      return [token, await connackOf(platform, { clientId: token, token: application.clientId })];
    },
    'MQTT’s username and its password': async () => {
      const { platform, token } = scene();
      return [token, await connackOf(platform, { clientId: token, token })];
    },
    client_id: async () => {
      const { platform, application } = scene();
      const answer = await signIn(platform, 'authorize', {
        response_type: 'client_credentials',
        scope: 'application',
        client_id: application.secret,
        client_secret: application.clientId,
      });
      return [application.secret, answer.status];
    },
    'the path of a request': async () => {
      const { platform, token } = scene();
      return [token, (await platform.request(`/v3/users/${token}`, { token })).status];
    },
    'the path of a request that nobody serves': async () => {
      const { platform, application } = scene();
      return [application.secret, (await platform.request(`/v3/nothing/${application.secret}`)).status];
    },
  };
  it('keeps no password in the audit log that was typed where an id belongs', async () => {
    const { platform, token, db } = scene();
    const typed = 'correct-horse-battery';
    await connackOf(platform, { clientId: typed, token });
    assert.equal((await platform.request(`/v3/users/${typed}`, { token })).status, 403);
    await platform.server.features.audit.flush();
    const rows = await db.read.selectFrom('audit').select(['action', 'target_id']).execute();
    const targets = rows.filter(({ action }) => action.startsWith('refused.')).map((row) => row.target_id);
    assert.ok(targets.includes('•••') && !targets.includes(typed), targets.join());
  });

  it('repeats no token that is sent as an id', async () => {
    const { platform, token } = scene();
    const paths = ['legacy/users/me/tiles', 'legacy/users/me/tile-groups', 'templates', 'channels', 'users'];
    for (const path of paths) {
      const response = await platform.request(`/v3/${path}/${token}`, { token });
      assert.ok(response.status >= 400, path);
      assert.ok(!(await response.text()).includes(token), path);
    }
    const query = await platform.request(`/v3/users/me/history?from=${token}&${token}=1`, { token });
    assert.ok(!(await query.text()).includes(token));
  });

  for (const [place, send] of Object.entries(cases)) {
    it(`stores no secret that is sent as ${place}`, async () => {
      const [secret] = await send();
      assert.ok(!(await storedText()).includes(secret));
    });
  }
});
