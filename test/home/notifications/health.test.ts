import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { PortalCheck } from '@azulejo/contract';
import type { TestPlatform } from '../../support/platform.ts';
import { visitPortal } from '../../support/portal.ts';
import { callerOf } from '../../support/portal-calls.ts';
import { onEachEngineInFull, onSqlite, type Stage } from '../../support/scene.ts';
import { setUpNotifications } from './scene.ts';

/** Returns the result of a check on the portal's page Health. The public address is not one of this machine. */
async function health(platform: TestPlatform, name: string) {
  const url = `http://127.0.0.1:${platform.config.httpPort}`;
  const call = callerOf(await visitPortal({ ...platform, url }));
  const { checks } = await call<{ checks: PortalCheck[] }>('monitoring.health');
  return checks.find(({ check }) => check === name);
}

onSqlite(
  'Health of a platform without HTTPS and mail',
  async (stage: Stage) => stage.start({ environment: { PUBLIC_URL: 'http://casa.example' } }),
  (platform) => {
    it('reports that neither browsers nor mail can work, and what to do', async () => {
      const browsers = await health(platform(), 'Notifications');
      assert.equal(browsers?.state, 'attention');
      assert.equal(browsers?.says, 'browsers accept notifications only over HTTPS');
      assert.match(browsers?.todo ?? '', /PUBLIC_URL/);
      const mail = await health(platform(), 'Mail');
      assert.equal(mail?.state, 'attention');
      assert.match(mail?.says ?? '', /notifications by e-mail are not sent/);
    });
  },
);

onEachEngineInFull('Health of a platform that reaches no push service', setUpNotifications, (scene) => {
  it('reports that no browser takes notifications any more', async () => {
    const { newHome, call, whileJobsRun, platform } = scene();
    const { person, browser } = await newHome();
    const before = await health(platform(), 'Notifications');
    assert.deepEqual([before?.state, before?.says], ['good', 'subscribed browsers: 1, failing: 0']);
    browser.answer((response) => void response.writeHead(503).end());
    await call(person, 'POST', '/test');
    await whileJobsRun(browser.next());
    let after = before;
    while (after?.state === 'good') after = await health(platform(), 'Notifications');
    assert.deepEqual([after?.state, after?.says], ['attention', 'subscribed browsers: 1, failing: 1']);
  });
});
