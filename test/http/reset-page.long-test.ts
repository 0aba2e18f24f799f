import assert from 'node:assert/strict';
import { it } from 'node:test';
import { startBrowser } from '../support/browser.ts';
import { newApplication, newPerson, personToken } from '../support/people.ts';
import { onSqlite, type Stage } from '../support/scene.ts';

const PASSWORD = 'azulejos in the hall';
/** Optional folder for screenshots of the page. */
const PICTURES = process.env['AZULEJO_TEST_PICTURES'];

const setUp = async ({ start, use }: Stage) => {
  const platform = await start();
  const application = await newApplication(platform, { name: 'Casa Azul' });
  const { passwordReset } = platform.server.features;
  return { platform, application, passwordReset, browser: use(await startBrowser()) };
};

onSqlite('the password reset page in a browser', setUp, (scene) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    it(`changes a password without a script in ${colorScheme}, no wider than a phone`, async () => {
      const { platform, application, passwordReset, browser } = scene();
      const person = await newPerson(platform, application);
      const { page, pageErrors } = await browser.open({ width: 320, colorScheme });
      const look = async (name: string) => {
        if (PICTURES !== undefined)
          await page.screenshot({ path: `${PICTURES}/reset-${name}-${colorScheme}.png`, fullPage: true });
      };
      await page.goto(await passwordReset.makeLink(person.id));
      assert.equal(await page.title(), 'Choose a new password');
      const width = await page.evaluate('document.documentElement.scrollWidth');
      assert.ok(Number(width) <= 320, 'nothing is cut off');
      const ground = await page.evaluate('getComputedStyle(document.body).backgroundColor');
      const [red = 0] = String(ground).match(/\d+/g)?.map(Number) ?? [];
      assert.equal(red > 128, colorScheme === 'light');
      await look('form');

      await page.getByLabel('New password').fill(person.email);
      await page.getByLabel('Repeat the password').fill(person.email);
      await page.getByRole('button').click();
      assert.match((await page.getByRole('alert').textContent()) ?? '', /must not be the e-mail/);
      await look('refused');

      await page.getByLabel('New password').fill(PASSWORD);
      await page.getByLabel('Repeat the password').fill(PASSWORD);
      await page.getByRole('button').click();
      await page.getByRole('heading', { name: 'Your password was changed' }).waitFor();
      await look('done');
      await personToken(platform, application, { ...person, password: PASSWORD });

      await page.goto(`${platform.url}/reset-password`);
      assert.equal(await page.getByRole('heading').textContent(), 'This link no longer works');
      await look('gone');
      const unexpected = pageErrors.filter((each) => !/status of (400|410)/.test(each));
      assert.deepEqual(unexpected, []);
    });
  }
});
