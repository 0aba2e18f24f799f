import assert from 'node:assert/strict';
import { it } from 'node:test';
import { axeOf, startBrowser, viewports } from '../../support/browser.ts';
import { PLUG, setUpPairing } from '../../support/pairing-scene.ts';
import { onSqlite, type Stage } from '../../support/scene.ts';

const setUp = async (stage: Stage) => ({
  ...(await setUpPairing(stage)),
  browser: stage.use(await startBrowser()),
});

onSqlite('the authorization page in a browser', setUp, (scene) => {
  for (const { width, colorScheme } of viewports) {
    it(`shows an accessible authorization page at ${width} px in ${colorScheme} mode`, async () => {
      const { eva, base, browser, authorize, found } = scene();
      const path = await authorize(eva, PLUG);
      const { page, pageErrors } = await browser.open({ width, colorScheme });
      await page.goto(`${base}${path}`);
      const shots = process.env['AZULEJO_TEST_PICTURES'];
      const look = async (name: string) => {
        const { violations } = await axeOf(page).analyze();
        const wrong = violations.map(({ id, nodes }) => `${name}: ${id}: ${nodes[0]?.html}`);
        assert.deepEqual(wrong, []);
        if (shots)
          await page.screenshot({ path: `${shots}/${name}-${width}-${colorScheme}.png`, fullPage: true });
      };
      await look('form');
      const loaded =
        '[...document.images].every(({ naturalWidth }) => naturalWidth > 0) && document.images.length';
      assert.equal(await page.evaluate(loaded), 1);
      const beyond = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
      assert.ok(Number(beyond) <= 0, `${beyond} px beyond the edge`);
      for (const target of await page.locator('.choice, button').all())
        assert.ok(
          ((await target.boundingBox())?.height ?? 0) >= 44,
          'the button is large enough for a thumb',
        );

      // Without a chosen room, the page shows an error and the person can continue.
      await page.getByLabel('Living room').uncheck();
      await page.getByRole('button').click();
      assert.equal(await page.getByRole('alert').textContent(), 'Choose at least one room.');
      await look('problem');
      await page.getByLabel('Kitchen').check();
      await page.getByLabel('Hall').check();
      await page.getByRole('button').click();
      await page.waitForURL(/retrieve-devices-list$/);
      assert.match((await page.locator('h1').textContent()) ?? '', /go back to the app/);
      await look('end');
      assert.equal((await found(eva, PLUG)).length, 2);

      await page.goto(`${base}${path}`);
      await look('done');
      assert.equal(
        await page.getByRole('link', { name: 'Back to the app' }).getAttribute('href'),
        page.url().replace(/authorization-page.*/, 'retrieve-devices-list'),
      );
      await page.goto(`${base}/v3/channel-templates/${PLUG}/authorization-page`);
      await look('gone');
      // Only the refused form and the expired page are unsuccessful responses.
      assert.ok(
        pageErrors.every((pageError) => /status of 4(00|10)/.test(pageError)),
        pageErrors.join('\n'),
      );
    });
  }

  it("redirects into the app's URL scheme, which the page's policy permits", async () => {
    const { ana, base, browser, authorize, found } = scene();
    const { page, pageErrors } = await browser.open();
    await page.goto(`${base}${await authorize(ana, PLUG)}`);
    const answered = page.waitForResponse((response) => response.status() === 303);
    await page.getByRole('button').click();
    const location = await (await answered).headerValue('location');
    assert.match(location ?? '', /^casaazul:\/\/127\.0\.0\.1:\d+\/v3\/.*\/retrieve-devices-list$/);
    assert.equal((await found(ana, PLUG)).length, 1);
    assert.ok(
      !pageErrors.some((pageError) => /Content Security Policy/.test(pageError)),
      pageErrors.join('\n'),
    );
  });
});
