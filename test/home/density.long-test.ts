import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import type { TokenRecord } from '@azulejo/contract';
import type { Page } from 'playwright-core';
import { startBrowser } from '../support/browser.ts';
import { signIn } from '../support/people.ts';
import { readJson } from '../support/replies.ts';
import { onSqlite, type Stage } from '../support/scene.ts';

/** Returns the demo home in a browser of the test. */
async function setUp(stage: Stage) {
  const platform = await stage.start({ environment: { DEMO: '1', BRIDGES: 'external' } });
  const { demo } = platform.server;
  assert.ok(demo);
  const { clientId, email: username, password } = demo;
  const call = {
    response_type: 'password',
    scope: 'application,user',
    client_id: clientId,
    username,
    password,
  };
  const record = JSON.stringify(await readJson<TokenRecord>(await signIn(platform, 'authorize', call)));
  const browser = stage.use(await startBrowser());
  return async (width: number, height: number, locale = 'en-GB') => {
    const { page } = await browser.open({
      width,
      height,
      locale,
      enter: (context) =>
        context.addInitScript((value) => localStorage.setItem('azulejo.token', value), record).then(() => {}),
    });
    await page.goto(`${platform.url}/home`);
    await page.locator('[role="status"][data-state="live"]').first().waitFor();
    await page.getByRole('heading', { name: 'Garden' }).waitFor();
    return page;
  };
}

type Layout = {
  /** How many tiles are wholly in the viewport, and not below the bar of pages. */
  readonly inSight: number;
  /** Where the first tile begins, in pixels from the top. */
  readonly first: number;
  /** The share of the width next to the navigation that the tiles use, 0 to 1. */
  readonly used: number;
  /** How many targets in sight are smaller than 44 × 44 pixels. */
  readonly small: number;
};

const measure = readFileSync(join(import.meta.dirname, 'measure-tiles.js'), 'utf8');
const layoutOf = (page: Page): Promise<Layout> => page.evaluate(measure);

/** Returns the words of the bottom bar that begin before those to their left end. */
const OVERLAPS = `[...document.querySelectorAll('nav:has([href="/home/activity"]) > ul > li')]
  .map((item) => {
    const range = document.createRange();
    range.selectNodeContents(item.querySelector('a > span'));
    return { word: item.textContent, ...range.getBoundingClientRect().toJSON() };
  })
  .filter(({ left }, index, all) => index > 0 && left < all[index - 1].right + 2)
  .map(({ word }) => word)`;

onSqlite('the density of Home', setUp, (scene) => {
  const least = [
    ['a phone', 390, 844, 12, 130],
    ['a phone held sideways', 844, 390, 8, 80],
    ['a tablet in portrait', 820, 1180, 24, 130],
    ['a desktop', 1440, 900, 24, 130],
    ['a very wide screen', 2560, 1440, 40, 130],
  ] as const;
  for (const [what, width, height, tiles, top] of least)
    it(`shows at least ${tiles} tiles of the demo home on ${what}`, async () => {
      const layout = await layoutOf(await scene()(width, height));
      assert.ok(layout.inSight >= tiles, `${layout.inSight} tiles`);
      assert.ok(layout.first <= top, `the first tile begins at ${layout.first} px`);
      assert.ok(layout.used > 0.93, `the tiles use ${layout.used} of the width`);
      assert.equal(layout.small, 0, 'targets below 44 px');
    });

  for (const locale of ['en', 'de', 'es', 'fr', 'pt'])
    it(`separates the words of the bottom bar on a small phone, in ${locale}`, async () => {
      const page = await scene()(320, 700, locale);
      assert.deepEqual(await page.evaluate(OVERLAPS), []);
    });
});
