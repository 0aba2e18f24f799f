import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Page } from 'playwright-core';
import { answerOf } from '../cli/azulejo.ts';
import { viewports } from '../support/browser.ts';
import { assertAccessible, setUpHomePages, unexpected } from '../support/home-pages.ts';
import { keptMailIn } from '../support/outbox.ts';
import { onSqlite, type Stage } from '../support/scene.ts';

const PASSWORD = 'azulejos in the hall';
const FAILURES = 3;

const setUp = async (stage: Stage) => ({
  place: stage.place,
  ...(await setUpHomePages(stage, {
    environment: { RATE_LIMIT_SIGN_IN_FAILURES_PER_ACCOUNT_AND_ADDRESS: String(FAILURES) },
  })),
});

async function signIn(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** The first page after the sign-in. */
const inside = /\/home\/?$/;

const heading = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { level: 1, name }).waitFor();

onSqlite('signing in to Home', setUp, (scene) => {
  it('explains a refusal, and after several failures says how long to wait', async () => {
    const { open, newHome } = scene();
    const person = await newHome();
    const { page, pageErrors } = await open('/home/arrange');
    await heading(page, 'Sign in to your home');
    for (let failure = 0; failure < FAILURES; failure += 1) {
      await signIn(page, { ...person, password: `wrong ${failure}` });
      await page.getByRole('alert').getByText('Wrong e-mail or password.').waitFor();
      await page.locator('[role=alert]:focus').waitFor();
    }
    await signIn(page, person);
    await page
      .getByRole('alert')
      .getByText(/Too many attempts\. Try again in \d+ seconds?\./)
      .waitFor();
    await assertAccessible(page, 'too many attempts');
    assert.deepEqual(unexpected(pageErrors, 401, 429), []);
  });

  it('leads to the requested page and stays signed in after a reload and in another tab', async () => {
    const { open, newHome, platform } = scene();
    const person = await newHome();
    const { page, pageErrors } = await open('/home/preferences');
    await signIn(page, person);
    await page.waitForURL(`${platform.url}/home/preferences`);
    await heading(page, 'Preferences');
    await page.reload();
    await heading(page, 'Preferences');
    const other = await page.context().newPage();
    await other.goto(`${platform.url}/home/sign-in`);
    await other.waitForURL(inside);
    assert.deepEqual(pageErrors, []);
  });

  it('accepts a new password set by a link from the outbox when there is no mail server', async () => {
    const { open, newHome, place } = scene();
    const person = await newHome();
    const { page, pageErrors } = await open('/home/forgotten');
    await page.getByText('This platform has no mail server.').waitFor();
    const ask = async (email: string) => {
      await page.getByLabel('E-mail').fill(email);
      await page.getByRole('button', { name: 'Request a link' }).click();
      await page.getByText('No e-mail is sent: this platform has no mail server.').waitFor();
      await page.getByText(`If there is an account with ${email}, the person who runs`).waitFor();
    };
    await ask('nobody@example.org');
    await page.getByRole('button', { name: 'Another e-mail' }).click();
    const kept = keptMailIn(place);
    await Promise.all([ask(person.email), kept]);
    const mails = await answerOf<{ to: string }[]>(place, ['outbox', 'list']);
    assert.deepEqual(
      mails.map(({ to }) => to),
      [person.email],
    );
    const { text } = await answerOf<{ text: string }>(place, ['outbox', 'show']);
    await page.goto(/http\S+reset-password\S+/.exec(text)?.[0] ?? '');
    await page.getByLabel('New password').fill(PASSWORD);
    await page.getByLabel('Repeat the password').fill(PASSWORD);
    await page.getByRole('button').click();
    await page.getByRole('link', { name: 'Sign in' }).click();
    await signIn(page, { ...person, password: PASSWORD });
    await page.waitForURL(inside);
    assert.deepEqual(pageErrors, []);
  });

  it('says why a session was ended elsewhere and leads back to the page after the sign-in', async () => {
    const { open, newHome, platform } = scene();
    const person = await newHome();
    const { page, pageErrors } = await open('/home/preferences', person);
    await heading(page, 'Preferences');
    const link = await platform.server.features.passwordReset.makeLink(person.id);
    const token = new URL(link).searchParams.get('token') ?? '';
    const body = new URLSearchParams({ token, password: PASSWORD, repeated: PASSWORD });
    const reset = await platform.request('/reset-password', { method: 'POST', body });
    assert.equal(reset.status, 200);
    await page.getByText('You were signed out because the password was changed').waitFor();
    await signIn(page, { ...person, password: PASSWORD });
    await page.waitForURL(`${platform.url}/home/preferences`);
    await heading(page, 'Preferences');
    assert.deepEqual(unexpected(pageErrors, 401), []);
  });

  it('signs out in all tabs and leaves no data of the user behind', async () => {
    const { open, newHome, platform } = scene();
    const person = await newHome();
    const { page, pageErrors } = await open('/home/preferences', person);
    await heading(page, 'Preferences');
    const token: string = await page.evaluate(
      'JSON.parse(localStorage.getItem("azulejo.token")).access_token',
    );
    const other = await page.context().newPage();
    await other.goto(`${platform.url}/home/arrange`);
    await heading(other, 'Arrange');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByText('You are signed out.').waitFor();
    await other.getByText('You signed out in another tab.').waitFor();
    const left = await page.evaluate(`(async () => {
      const request = indexedDB.open('azulejo-home');
      const db = await new Promise((resolve) => { request.onsuccess = () => resolve(request.result); });
      const stores = [...db.objectStoreNames];
      const keys = stores.length && await new Promise((resolve) => {
        const all = db.transaction(stores).objectStore(stores[0]).getAllKeys();
        all.onsuccess = () => resolve(all.result);
      });
      return [Object.keys(localStorage).filter((key) => key.startsWith('azulejo')), keys || []];
    })()`);
    assert.deepEqual(left, [[], []]);
    assert.equal((await platform.request(`/v3/users/${person.id}`, { token })).status, 401);
    assert.deepEqual(unexpected(pageErrors, 401), []);
  });

  for (const viewport of viewports) {
    it(`has no accessibility problems in the sign-in pages at ${viewport.width} px in ${viewport.colorScheme}`, async () => {
      const { open, platform } = scene();
      const { page, pageErrors } = await open('/home/sign-in?reason=ended', undefined, viewport);
      for (const path of ['sign-in?reason=ended', 'sign-up', 'forgotten']) {
        await page.goto(`${platform.url}/home/${path}`);
        await page.getByRole('heading', { level: 1 }).waitFor();
        await assertAccessible(page, path);
      }
      assert.deepEqual(pageErrors, []);
    });
  }
});
