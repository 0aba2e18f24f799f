import assert from 'node:assert/strict';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { it } from 'node:test';
import type { Page } from 'playwright-core';
import { startBrowser } from '../support/browser.ts';
import { freePorts } from '../support/free-port.ts';
import { describePastedPage } from '../support/pasted-page.ts';
import { createOtherAccount } from './other-account.ts';
import { pack, packSdk } from './pack.ts';

const SERVE = 'npx vite --host 127.0.0.1 --port 5173 --strictPort';
const USER = { username: 'web@example.org', password: 'tiles are blue and white' };
/** Packages are installed before. */
const LOADED_MS = 480_000;

/** What the page showed: its first lines, and whether it followed a change. */
let shown: { lines: string[]; followed: string } | undefined;

await describePastedPage('the guide to a web app, pasted by another account in an empty folder', {
  file: 'docs/guides/web-app.md',
  expected: [
    { words: 'npm install', prints: /^(.*\n)*added \d+ packages.*\n/ },
    { words: '--origin', prints: /^The application is [0-9a-f-]{36}\n$/ },
    { words: 'channel create', prints: /Hall/ },
    { words: 'azulejo-sdk', prints: /added \d+ packages/ },
    { words: 'cat > main.js', prints: /^$/ },
    { words: 'npx vite', prints: /ready in/i },
  ],
  async run(paste) {
    using account = createOtherAccount();
    const folder = account.makeFolder('web-app');
    for (const tarball of [await pack(account.folder), await packSdk(account.folder)])
      await rename(tarball, join(folder, basename(tarball)));
    const [http = 0, mqtt = 0, mqtts = 0, pagePort = 0] = await freePorts(4);
    const api = `http://127.0.0.1:${http}`;
    const origin = `http://127.0.0.1:${pagePort}`;
    const done = join(account.folder, 'done');
    const pasted = paste({
      cwd: folder,
      uid: account.uid,
      env: {
        ...account.environment,
        NODE_EXTRA_CA_CERTS: process.env['NODE_EXTRA_CA_CERTS'],
        NO_COLOR: '1',
        HTTP_PORT: String(http),
        MQTT_PORT: String(mqtt),
        MQTTS_PORT: String(mqtts),
      },
      replaced: {
        // The reader stops it; here the shell continues once the page was checked.
        [SERVE]: `${SERVE} &\nuntil [ -e '${done}' ]; do sleep 0.2; done`,
        'http://127.0.0.1:8480': api,
        '127.0.0.1:5173': `127.0.0.1:${pagePort}`,
        '--port 5173': `--port ${pagePort}`,
      },
    });
    const looked = lookAt(origin, api, join(folder, 'my-home')).finally(() => writeFile(done, ''));
    [shown] = await Promise.all([looked, pasted]);
  },
});

it('shows the home in a browser and follows it, as the guide says', () => {
  assert.match(shown?.lines.join('\n') ?? '', /^Hall.*: .*\d °C/m);
  assert.match(shown?.followed ?? '', /23\.5 °C/);
});

/** Signs in on the page, and changes a value behind its back. */
async function lookAt(origin: string, api: string, project: string) {
  await using browser = await startBrowser();
  const { page } = await browser.open();
  await openWhenServed(page, origin);
  for (const [name, value] of Object.entries(USER)) await page.fill(`[name=${name}]`, value);
  await page.click('button');
  await page.locator('[role=status]', { hasText: 'Live' }).waitFor();
  const lines = await page.locator('li').allTextContents();
  await setTemperature(api, project);
  const item = page.locator('li', { hasText: '23.5 °C' }).first();
  await item.waitFor();
  return { lines, followed: (await item.textContent()) ?? '' };
}

/** Opens the page as soon as the pasted blocks serve it. */
async function openWhenServed(page: Page, origin: string): Promise<void> {
  const limit = AbortSignal.timeout(LOADED_MS);
  for (;;) {
    const isServed = await page.goto(origin).then(
      (response) => response?.ok() === true,
      () => false,
    );
    if (isServed) return;
    limit.throwIfAborted();
    await page.waitForTimeout(300);
  }
}

async function setTemperature(api: string, project: string): Promise<void> {
  const settings = await readFile(join(project, '.env'), 'utf8');
  const client_id = /VITE_CLIENT_ID=(.*)/.exec(settings)?.[1];
  const json = { 'content-type': 'application/json' };
  const signIn = { response_type: 'password', scope: 'application,user', client_id, ...USER };
  const call = async (path: string, init: RequestInit) => (await fetch(api + path, init)).json();
  const record = (await call('/v3/auth/authorize', {
    method: 'POST',
    headers: json,
    body: JSON.stringify(signIn),
  })) as { access_token: string };
  const headers = { ...json, authorization: `Bearer ${record.access_token}` };
  const { channels } = (await call('/v3/legacy/users/me/channels', { headers })) as {
    channels: { id: string; profileId: string; properties: { id: string }[] }[];
  };
  const channel = channels.find(({ properties }) =>
    properties.some(({ id }) => id === 'occupied-heating-setpoint'),
  );
  await call(
    `/v3/channels/${channel?.id}/components/thermostat/properties/occupied-heating-setpoint/value?wait=10`,
    { method: 'PUT', headers, body: JSON.stringify({ data: 23.5 }) },
  );
}
