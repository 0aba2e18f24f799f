import assert from 'node:assert/strict';
import { it } from 'node:test';
import { newToken } from '@azulejo/server/testing';
import { newApplication, newPerson, personToken, signIn } from '../support/people.ts';
import { onEachEngine, type Stage } from '../support/scene.ts';

const MAX_REFUSALS = 1_000;
/** More rows than the limit keeps, written in several batches. */
const FORGED_ROWS = 3_500;
const ATTEMPTS = 120;

async function auditScene(stage: Stage) {
  const environment = { TRUSTED_PROXIES: '127.0.0.1', AUDIT_MAX_REFUSALS: String(MAX_REFUSALS) };
  const platform = await stage.start({ environment });
  const db = await stage.openDatabase();
  const application = await newApplication(platform);
  const rows = async () => {
    await platform.server.features.audit.flush();
    return db.read.selectFrom('audit').selectAll().execute();
  };
  return { platform, db, application, rows };
}

onEachEngine('the audit log under attack', auditScene, (scene) => {
  const invent = (from: string, client_id: string) =>
    scene().platform.request(
      `/v3/auth/authorize?${new URLSearchParams({
        response_type: 'client_credentials',
        scope: 'application',
        client_id,
        client_secret: newToken('azs'),
      })}`,
      { headers: { 'x-forwarded-for': from } },
    );

  it('counts refused strangers by network and stores none of the text they send', async () => {
    const { rows } = scene();
    for (let count = 0; count < ATTEMPTS; count += 1) {
      const response = await invent(`198.51.100.${count}`, `stranger-${count}`);
      assert.equal(response.status, 401);
    }
    const refused = (await rows()).filter(({ action }) => action === 'client.refused');
    assert.equal(
      refused.reduce((sum, { count }) => sum + count, 0),
      ATTEMPTS,
    );
    // // In one minute, at most 30 addresses of one network are counted separately.
    assert.ok(refused.length <= 31, `${refused.length} rows`);
    assert.ok(!JSON.stringify(refused).includes('stranger-'));
    assert.ok(refused.some(({ address }) => address === '198.51.100.0/24'));
  });

  it('names the application when its client secret was wrong', async () => {
    const { application, rows } = scene();
    assert.equal((await invent('203.0.113.9', application.clientId)).status, 401);
    const own = (await rows()).filter(({ address }) => address === '203.0.113.9');
    assert.deepEqual(
      own.map(({ action, actor_id }) => [action, actor_id]),
      [['client.refused', application.clientId]],
    );
  });

  it('keeps facts when refusals are pruned to their maximum number', async () => {
    const { platform, db, application, rows } = scene();
    const { audit } = platform.server.features;
    await personToken(platform, application, await newPerson(platform, application));
    const facts = (await rows()).filter(({ is_refusal }) => is_refusal === 0);
    assert.ok(facts.length > 0);
    const at = platform.clock.now() + 60_000;
    const forged = Array.from({ length: FORGED_ROWS }, (_, index) => ({
      id: `forged-${index}`,
      at: at + index,
      action: 'refused.mqtt.connect',
      count: 1,
      is_refusal: 1,
    }));
    for (let start = 0; start < forged.length; start += 500)
      await db.write((tx) =>
        tx
          .insertInto('audit')
          .values(forged.slice(start, start + 500))
          .execute(),
      );
    await audit.prune();
    const left = await rows();
    assert.deepEqual(
      left.filter(({ is_refusal }) => is_refusal === 0),
      facts,
    );
    const refusals = left.filter(({ is_refusal }) => is_refusal === 1);
    assert.equal(refusals.length, MAX_REFUSALS);
    assert.ok(
      refusals.every(({ at: counted }) => counted > at + FORGED_ROWS - MAX_REFUSALS - 1),
      'the newest stay',
    );
  });

  it('deletes facts after their retention has ended', async () => {
    const { platform, application, rows } = scene();
    const { audit } = platform.server.features;
    platform.clock.advance({ days: 366 });
    await newPerson(platform, application);
    assert.equal((await signIn(platform, 'authorize', {})).status, 400);
    await audit.prune();
    const left = await rows();
    assert.ok(left.length > 0);
    assert.ok(left.every(({ at }) => at > platform.clock.now() - 3600_000));
  });
});
