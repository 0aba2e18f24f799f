import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Page } from 'playwright-core';
import { findBarriers, startBrowser, viewports } from '../../support/browser.ts';
import { ACME_PLUG, setUpMaker } from '../../support/maker-scene.ts';
import { newApplication } from '../../support/people.ts';
import { onSqlite, type Stage } from '../../support/scene.ts';

const setUp = async (stage: Stage) => ({
  ...(await setUpMaker(stage)),
  browser: stage.use(await startBrowser()),
});

/** How long the manager may take for a token. */
const TOKEN_TIMEOUT_MS = 8_000;
const PICTURES = process.env['AZULEJO_TEST_PICTURES'];

onSqlite('pairing pages of a maker in a browser', setUp, (scene) => {
  const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();

  /** Opens the consent page for a new request of Ana’s app. */
  async function openConsent(page: Page): Promise<void> {
    const { ana, authorize, base } = scene();
    await page.goto(`${base}${await authorize(ana, ACME_PLUG)}`);
    await heading(page, 'Add a device');
  }

  /** Presses the button, and does not wait for the page after it: a late maker lets it wait. */
  async function proceed(page: Page): Promise<void> {
    const name = `Continue to ${new URL(scene().cloud.url).host}`;
    await page.getByRole('button', { name }).click({ noWaitAfter: true });
  }

  for (const { width, colorScheme } of viewports)
    it(`shows accessible pages that fit at ${width} px in ${colorScheme} mode, whatever happens`, async () => {
      const { browser, cloud, sdk, platform, manager } = scene();
      const { page } = await browser.open({ width, colorScheme });
      const look = async (name: string) => {
        assert.deepEqual(await findBarriers(page), [], name);
        const beyond = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
        assert.ok(Number(beyond) <= 0, `${name}: ${beyond} px beyond the edge`);
        const path = `${PICTURES}/maker-${name}-${width}-${colorScheme}.png`;
        if (PICTURES) await page.screenshot({ path, fullPage: true });
      };

      await openConsent(page);
      await page.getByText('Acme makes these devices.').waitFor();
      await look('consent');
      const consent = page.url();

      cloud.isRefused = true;
      await proceed(page);
      await heading(page, 'You did not sign in');
      await look('refused');
      const link = page.getByRole('link', { name: 'Back to the app' });
      assert.match((await link.getAttribute('href')) ?? '', /^casaazul:/);
      cloud.isRefused = false;

      // The same link again: the question was answered, and the way back from the maker is used.
      const used = page.url();
      await page.goto(consent);
      await heading(page, 'You have already answered');
      await look('done');
      await page.goto(used);
      await heading(page, 'This page has expired');
      await look('expired');

      await openConsent(page);
      cloud.answer = (response) => void response.writeHead(500).end();
      await proceed(page);
      await heading(page, 'Something went wrong at the maker');
      await look('failed');
      cloud.answer = undefined;

      await openConsent(page);
      const requested = Promise.withResolvers<void>();
      sdk.answer = (path) => {
        if (path === '/v3/receive-token') requested.resolve();
        return path === '/v3/receive-token';
      };
      await proceed(page);
      await requested.promise;
      platform.clock.advance({ ms: TOKEN_TIMEOUT_MS });
      await heading(page, 'The maker did not answer in time');
      await look('late');
      sdk.answer = undefined;

      // The operator gives the devices to another maker while the person reads the page.
      const { makers } = platform.server.features;
      const other = await newApplication(platform, { type: 'manager', name: 'Other' });
      await openConsent(page);
      await makers.assign(ACME_PLUG, other.clientId);
      await proceed(page);
      await heading(page, 'This page has expired');
      await makers.assign(ACME_PLUG, manager.clientId);
      await page.context().close();
    });

  it('redirects into the app after the sign-in at the maker', async () => {
    const { browser } = scene();
    const { page } = await browser.open();
    await openConsent(page);
    const returned = page.waitForResponse((response) => response.url().includes('/credentials/inbox'));
    await proceed(page);
    const location = await (await returned).headerValue('location');
    assert.match(location ?? '', /^casaazul:\/\/.*\/retrieve-devices-list$/);
    await page.context().close();
  });

  it('lets people operate the pages with the keyboard from the first to the last', async () => {
    const { browser, cloud } = scene();
    const { page } = await browser.open();
    cloud.isRefused = true;
    await openConsent(page);
    await page.getByRole('button').focus();
    await page.keyboard.press('Enter');
    await heading(page, 'You did not sign in');
    cloud.isRefused = false;
    await page.context().close();
  });
});
