import assert from 'node:assert/strict';
import { it } from 'node:test';
import { findBarriers, startBrowser, viewports } from '../../support/browser.ts';
import { newApplication, newPerson, signIn } from '../../support/people.ts';
import { visitPortal } from '../../support/portal.ts';
import { onSqlite, type Stage } from '../../support/scene.ts';

async function setUp(stage: Stage) {
  const browser = stage.use(await startBrowser());
  const platform = await stage.start();
  const application = await newApplication(platform, { name: 'Casa Azul' });
  const person = await newPerson(platform, application);
  const visitor = await visitPortal(platform, 'viewer');
  const open = async (path: string, options: { width?: number; colorScheme?: 'light' | 'dark' } = {}) => {
    const opened = await browser.open({ ...options, enter: visitor.enter });
    await opened.page.goto(`${platform.url}/portal${path}`);
    return opened;
  };
  async function tick(requests: number, token?: string): Promise<void> {
    for (let n = 0; n < requests; n += 1) await platform.request('/v3/users/me', { token });
    platform.clock.advance({ seconds: 5 });
    await platform.server.features.monitoring.series.sample();
  }
  return { platform, application, person, open, tick, browser, enter: visitor.enter };
}

onSqlite('the portal’s monitoring pages', setUp, (scene) => {
  for (const viewport of viewports)
    it(`does not shift the layout while the charts load at ${viewport.width} px`, async () => {
      const { platform, enter, browser } = scene();
      const { page } = await browser.open({ ...viewport, enter });
      await page.addInitScript(`window.shifts = [];
        new PerformanceObserver((list) => {
          for (const { value, hadRecentInput, sources } of list.getEntries())
            if (!hadRecentInput) window.shifts.push([value, sources.map(({ node }) => node && node.textContent)]);
        }).observe({ type: 'layout-shift', buffered: true });`);
      // Delays responses until the placeholders have been painted.
      await page.route('**/portal/api/**', async (route) => {
        const answer = await route.fetch();
        await page.evaluate(
          'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))',
        );
        await route.fulfill({ response: answer });
      });
      await page.goto(`${platform.url}/portal/charts`);
      await page.getByRole('slider').nth(7).waitFor();
      await page.getByText('No failed sign-ins.').waitFor();
      const shifts = await page.evaluate<[number, unknown][]>('window.shifts');
      const sum = shifts.reduce((total, [value]) => total + value, 0);
      assert.ok(sum <= 0.02, `layout shifts add up to ${sum}: ${JSON.stringify(shifts)}`);
      await page.context().close();
    });

  it('draws the past and updates the charts automatically', async () => {
    const { open, tick, platform, application, person } = scene();
    for (let n = 0; n < 5; n += 1) await tick(10, person.token);
    await signIn(platform, 'authorize', {
      response_type: 'password',
      scope: 'user',
      client_id: application.clientId,
      username: person.email,
      password: 'wrong',
    });
    await platform.server.features.audit.flush();
    await tick(0);
    for (const [n, viewport] of viewports.entries()) {
      const refused = n + 3;
      const { page, pageErrors } = await open('/charts', viewport);
      const requests = page.getByRole('slider', { name: 'HTTP requests' });
      await requests.waitFor();
      await page.getByText(/^Since this server started/).waitFor();
      await page.getByRole('slider').nth(7).waitFor();
      assert.equal(await page.getByRole('slider').count(), 8);
      await page.getByRole('link', { name: person.email }).waitFor();
      assert.deepEqual(await findBarriers(page), []);
      assert.equal(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), true);
      // Requests of the page itself are not among the refused ones.
      await tick(refused * 5);
      await page
        .locator(`[aria-label="HTTP requests"][aria-valuetext*="Refused (4xx) ${refused},"]`)
        .waitFor();
      assert.deepEqual(pageErrors, []);
      await page.context().close();
    }
  });

  it('lists the checks that need attention first and says what to do', async () => {
    const { open } = scene();
    for (const viewport of viewports) {
      const { page, pageErrors } = await open('/health', viewport);
      const checks = page.getByRole('main').getByRole('listitem');
      await checks.first().waitFor();
      const words = await checks.allTextContents();
      // On a busy machine the database may need attention, too.
      const needingAttention = words.findIndex((each) => /PUBLIC_URL.*Needs attention.*phones/.test(each));
      const good = words.findIndex((each) => each.includes('Good'));
      assert.ok(needingAttention >= 0 && needingAttention < good, words.join('\n'));
      const mail = words.findIndex((each) => /Mail.*Needs attention.*no mail server is set/i.test(each));
      assert.ok(mail >= 0 && mail < good, words.join('\n'));
      assert.ok(words.slice(good).every((each) => each.includes('Good')));
      await page
        .getByRole('status')
        .getByText(/needs? attention/)
        .waitFor();
      assert.deepEqual(await findBarriers(page), []);
      assert.deepEqual(pageErrors, []);
    }
  });
});
