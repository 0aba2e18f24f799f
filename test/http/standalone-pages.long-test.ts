import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Page } from 'playwright-core';
import { findBarriers, startBrowser, viewports } from '../support/browser.ts';
import { newApplication, newPerson } from '../support/people.ts';
import { onSqlite, type Stage } from '../support/scene.ts';

/** Optional folder for screenshots of the pages. */
const PICTURES = process.env['AZULEJO_TEST_PICTURES'];

const setUp = async ({ start, use }: Stage) => {
  const platform = await start();
  const person = await newPerson(platform, await newApplication(platform, { name: 'Casa Azul' }));
  const links = platform.server.features.passwordReset;
  return { platform, link: () => links.makeLink(person.id), browser: use(await startBrowser()) };
};

/** The pages by name, with the address and the heading that is shown when the page has rendered. */
const PAGES = {
  reset: { heading: 'Choose a new password' },
  'reset-gone': { path: '/reset-password', heading: 'This link no longer works' },
  'confirm-gone': { path: '/confirm-email', heading: 'This link no longer works' },
  live: { path: '/docs/live', heading: /^Azulejo/ },
  'not-found': { path: '/nothing/here', heading: 'Page not found' },
  guides: { path: '/docs/guides', heading: 'Guides' },
  guide: { path: '/docs/guides/settings', heading: /^Settings/ },
  docs: { path: '/docs/', heading: 'Azulejo' },
  models: { path: '/devices?search=hue', heading: 'Is my device supported?' },
  model: { path: '/devices/25f85b52-885c-5108-a9d2-c7fce0ad00ca', heading: /\S/ },
} as const;

const fontOf = (page: Page) =>
  page.evaluate<[string, boolean]>(
    'document.fonts.ready.then(() => [getComputedStyle(document.querySelector("h1")).fontFamily, document.fonts.check("16px Figtree Variable") && [...document.fonts].some(({ status }) => status === "loaded")])',
  );

/** Switches the lamp of the model off, and checks that nothing moved when its tile was drawn. */
async function tryTile(page: Page): Promise<void> {
  const lamp = page.getByRole('switch');
  await lamp.waitFor();
  assert.equal(await page.locator('#tiles article').count(), 1);
  const heightOf = (locator: string) => page.locator(locator).evaluate(({ clientHeight }) => clientHeight);
  assert.equal(await heightOf('#tiles'), await heightOf('#tiles article'));
  const background = () =>
    page.evaluate('getComputedStyle(document.querySelector("#tiles article")).backgroundImage');
  const lit = await background();
  assert.equal(await lamp.getAttribute('aria-checked'), 'true');
  await lamp.click();
  assert.equal(await lamp.getAttribute('aria-checked'), 'false');
  assert.notEqual(await background(), lit);
  await lamp.click();
}

onSqlite('server-rendered pages', setUp, (scene) => {
  for (const [name, shown] of Object.entries(PAGES))
    it(`has the font, the logo with a link, and no accessibility problems: ${name}`, async () => {
      const { platform, link, browser } = scene();
      for (const { width, colorScheme } of viewports) {
        const { page, pageErrors } = await browser.open({ width, colorScheme });
        await page.goto('path' in shown ? `${platform.url}${shown.path}` : await link());
        await page.getByRole('heading', { level: 1, name: shown.heading }).first().waitFor();
        if (name === 'docs') await page.locator('.endpoints').first().waitFor();
        if (name === 'model') await tryTile(page);
        const [family, isLoaded] = await fontOf(page);
        assert.match(family, /^"?Figtree Variable/);
        assert.ok(isLoaded, 'the font is loaded');
        assert.equal(
          await page.getByRole('link', { name: 'Azulejo', exact: true }).getAttribute('href'),
          '/',
        );
        assert.deepEqual(await findBarriers(page), []);
        const beyond = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
        assert.ok(Number(beyond) <= 0, `${beyond} px beyond the edge`);
        if (PICTURES) await page.screenshot({ path: `${PICTURES}/${name}-${width}-${colorScheme}.png` });
        assert.deepEqual(
          pageErrors.filter((each) => !/status of (404|410)/.test(each)),
          [],
        );
        await page.context().close();
      }
    });
});
