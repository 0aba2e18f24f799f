import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { it } from 'node:test';
import type { Page } from 'playwright-core';
import { startBrowser } from '../support/browser.ts';
import { freePorts } from '../support/free-port.ts';
import { describePastedPage } from '../support/pasted-page.ts';
import { startServerProcess } from '../support/server-process.ts';

const checkout = join(import.meta.dirname, '..', '..');
const SERVE = 'npx vite --host 127.0.0.1 --port 5173 --strictPort';
const USER = { username: 'web@example.org', password: 'tiles are blue and white' };
const LOADED_MS = 120_000;

/** What the page showed: its first lines, and whether it followed a change. */
let shown: { lines: string[]; followed: string } | undefined;

await describePastedPage('the guide to a web app, pasted into a shell', {
  file: 'docs/guides/web-app.md',
  expected: [
    { words: '--origin', prints: /^The application is [0-9a-f-]{36}\n$/ },
    { words: 'channel create', prints: /Hall/ },
    { words: 'package:sdk', prints: /added \d+ packages/ },
    { words: 'cat > main.js', prints: /^$/ },
    { words: 'npx vite', prints: /ready in/i },
  ],
  async run(paste) {
    const place = await mkdtemp(join(tmpdir(), 'azulejo-web-app-'));
    try {
      const ports = await freePorts(4);
      const pagePort = ports[3];
      await using server = await startServerProcess({ dataDir: place, ports: ports.slice(0, 3) });
      const done = join(place, 'done');
      const origin = `http://127.0.0.1:${pagePort}`;
      const pasted = paste({
        cwd: checkout,
        env: {
          ...process.env,
          PATH: `${dirname(process.execPath)}${delimiter}${process.env['PATH'] ?? ''}`,
          DATA_DIR: place,
          NO_COLOR: '1',
        },
        replaced: {
          // The reader ends it; here the shell goes on when the page was looked at.
          [SERVE]: `${SERVE} &\nuntil [ -e '${done}' ]; do sleep 0.2; done`,
          'http://127.0.0.1:8480': server.url,
          '127.0.0.1:5173': `127.0.0.1:${pagePort}`,
          '--port 5173': `--port ${pagePort}`,
          '../my-home': join(place, 'my-home'),
        },
      });
      const looked = lookAt(origin, server.url, join(place, 'my-home')).finally(() => writeFile(done, ''));
      [shown] = await Promise.all([looked, pasted]);
    } finally {
      await rm(place, { recursive: true, force: true, maxRetries: 3 });
    }
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
