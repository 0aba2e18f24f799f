import type { Page } from 'playwright-core';
import { freePort } from '../support/free-port.ts';
import { setUpHomePages } from '../support/home-pages.ts';
import { openMailbox } from '../support/mailbox.ts';
import type { Stage } from '../support/scene.ts';

/** Starts Home with a mail server, opened at `localhost`, where browsers have passkeys without TLS. */
export async function accountPages(stage: Stage) {
  const mailbox = stage.use(await openMailbox());
  const port = String(await freePort());
  const environment = {
    SMTP_URL: mailbox.url,
    MAIL_FROM: 'casa@example.org',
    HTTP_PORT: port,
    PUBLIC_URL: `http://localhost:${port}`,
  };
  return { ...(await setUpHomePages(stage, { environment })), mailbox };
}

type Authenticator = {
  /** Sets whether the person unlocks it; otherwise each use is refused. */
  unlock(isUnlocked: boolean): Promise<void>;
  /** Returns how many passkeys it holds. */
  count(): Promise<number>;
};

/** Gives the page's browser an authenticator, which a person unlocks at once, as a phone with a screen lock. */
export async function addAuthenticator(page: Page): Promise<Authenticator> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable', { enableUI: false });
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    async unlock(isUserVerified) {
      await devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });
    },
    async count() {
      const { credentials } = await devtools.send('WebAuthn.getCredentials', { authenticatorId });
      return credentials.length;
    },
  };
}

/** Returns a function that finds a section of the account page. */
export const sections = (page: Page) => (name: string) => page.getByRole('region', { name });

/** Answers the question for the password. */
export async function prove(page: Page, password: string, code?: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await dialog.getByLabel('Password', { exact: true }).fill(password);
  if (code !== undefined) await dialog.getByLabel('Code').fill(code);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.waitFor({ state: 'hidden' });
}

/** Waits for a notification, and closes it. */
export async function notified(page: Page, text: string): Promise<void> {
  const notification = page.getByRole('status').or(page.getByRole('alert')).filter({ hasText: text });
  await notification.waitFor();
  await notification.getByRole('button', { name: 'Close' }).click();
}
