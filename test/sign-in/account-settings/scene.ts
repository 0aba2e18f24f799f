import assert from 'node:assert/strict';
import type { OwnAccount, OwnSession, TokenRecord } from '@azulejo/contract';
import { type Db, manualClock } from '@azulejo/server/testing';
import { linkIn, type Mailbox, openMailbox } from '../../support/mailbox.ts';
import { type Application, newApplication, newPerson, type Person } from '../../support/people.ts';
import type { TestPlatform } from '../../support/platform.ts';
import { readJson } from '../../support/replies.ts';
import type { Stage } from '../../support/scene.ts';
import { postJson } from '../../support/wire.ts';

/** The limits are off because all tests use one address. */
const UNLIMITED = {
  RATE_LIMIT_ACCOUNTS_PER_ADDRESS: '10000',
  RATE_LIMIT_RESETS_PER_ADDRESS: '10000',
  RATE_LIMIT_INVALID_TOKENS_PER_ADDRESS: '10000',
  RATE_LIMIT_SIGN_IN_FAILURES_PER_ADDRESS: '10000',
  RATE_LIMIT_SIGN_IN_FAILURES_PER_ACCOUNT_AND_ADDRESS: '10000',
  RATE_LIMIT_SIGN_IN_FAILURES_PER_ACCOUNT: '10000',
};

export type Call = (method: string, path: string, body?: object) => Promise<Response>;

/** Someone signed in, who calls the platform with that sign-in. */
export type SignedIn = { record: TokenRecord; call: Call; prove: () => Promise<void> };

export type AccountScene = {
  platform: TestPlatform;
  clock: ReturnType<typeof manualClock>;
  db: Db;
  mailbox: Mailbox;
  application: Application;
  newUser: () => Promise<Person>;
  enter: (person: Person, options?: { userAgent?: string; password?: string }) => Promise<SignedIn>;
  tryPassword: (email: string, password: string, more?: object) => Promise<Response>;
};

/** Starts a platform with a mail server and an application, on which people change their accounts. */
export async function accountScene(
  { start, use, openDatabase }: Stage,
  environment: Record<string, string> = {},
): Promise<AccountScene> {
  const mailbox = use(await openMailbox());
  const clock = manualClock();
  const mail = { SMTP_URL: mailbox.url, MAIL_FROM: 'Casa Azul <casa@example.org>' };
  const platform = await start({ clock, environment: { ...UNLIMITED, ...mail, ...environment } });
  const application = await newApplication(platform, { name: 'Casa Azul', namespace: 'casa-azul' });

  const tryPassword = (username: string, password: string, more: object = {}, userAgent = 'Casa/3.4') =>
    postJson(
      platform,
      '/v3/auth/authorize',
      {
        response_type: 'password',
        scope: 'application,user',
        client_id: application.clientId,
        username,
        password,
        ...more,
      },
      { headers: { 'user-agent': userAgent } },
    );

  async function enter(
    { email, password: own }: Person,
    { userAgent, password = own }: { userAgent?: string; password?: string } = {},
  ): Promise<SignedIn> {
    const record = await readJson<TokenRecord>(await tryPassword(email, password, {}, userAgent));
    const call: Call = (method, path, body) =>
      platform.request(path, {
        method,
        token: record.access_token,
        ...(body && {
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }),
      });
    const prove = async () => {
      await readJson(await call('POST', '/v3/account/proof', { password }));
    };
    return { record, call, prove };
  }

  const newUser = () => newPerson(platform, application);
  const db = await openDatabase();
  return { platform, clock, db, mailbox, application, newUser, enter, tryPassword };
}

export const readAccount = async ({ call }: SignedIn) =>
  readJson<OwnAccount>(await call('GET', '/v3/account'));

export const readSessions = async ({ call }: SignedIn): Promise<OwnSession[]> =>
  (await readJson<{ sessions: OwnSession[] }>(await call('GET', '/v3/account/sessions'))).sessions;

let count = 0;

/** Returns an address without an account. */
export function newAddress(): string {
  count += 1;
  return `new-address-${count}@example.org`;
}

/** Returns the body of a 201. */
export async function created<Body>(response: Response): Promise<Body> {
  assert.equal(response.status, 201);
  return (await response.json()) as Body;
}

/** Submits the form behind the link of a mail. */
export async function confirmLink({ platform, mailbox }: AccountScene, email: string): Promise<Response> {
  return submitLink(platform, linkIn(await mailbox.next(email, /^Confirm/)));
}

export function submitLink(platform: TestPlatform, link: string): Promise<Response> {
  const token = new URLSearchParams(link.split('?')[1]).get('token') ?? '';
  return platform.request('/confirm-email', { method: 'POST', body: new URLSearchParams({ token }) });
}

/** Returns the audited actions about a user. */
export async function auditedOf(db: Db, userId: string): Promise<string[]> {
  const rows = await db.read.selectFrom('audit').select('action').where('target_id', '=', userId).execute();
  return rows.map(({ action }) => action);
}
