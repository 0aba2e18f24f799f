import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { freePorts } from '../support/free-port.ts';
import { serverCommand } from '../support/package.ts';
import { inheritedEnvironment } from '../support/server-process.ts';
import { lacksTerminal, linesOf, startOnTerminal } from '../support/terminal.ts';

describe('a server on a terminal', { skip: lacksTerminal }, () => {
  it('logs one line per event but no requests, and prints its banner last', async () => {
    const { before, after } = await runOnTerminal(async (url) => {
      for (const path of ['/home', '/healthz', '/v3/users/me']) await (await fetch(url + path)).text();
      await signInAtHome(url);
    });
    assert.ok(before.length > 0);
    for (const line of before) assert.match(line, /^\[\d\d:\d\d:\d\d\] INFO: /);
    // A machine that is busy with other tests may hold the server.
    assert.deepEqual(
      after.filter((line) => !line.includes('WARN: event loop was held')),
      [],
    );
  });

  it('says in a sentence that the database and the certificates were made', async () => {
    const { before } = await runOnTerminal(async () => undefined);
    const sentences = before.map((line) => line.replace(/^\S+ INFO: /, ''));
    assert.match(sentences[0] ?? '', /^database prepared: one migration applied$/);
    assert.match(sentences[1] ?? '', /^certificate authority made: Azulejo CA [0-9a-f]+$/);
    assert.match(sentences[2] ?? '', /^certificate issued by our own authority for localhost, 127\.0\.0\.1/);
  });

  it('logs requests at LOG_LEVEL=debug', async () => {
    await runOnTerminal(
      async (url, hasShown) => {
        await (await fetch(`${url}/healthz`)).text();
        await hasShown(/DEBUG: request .*"path":"\/healthz"/);
      },
      { LOG_LEVEL: 'debug' },
    );
  });
});

/** Creates an account and signs in, as Home does. */
async function signInAtHome(url: string): Promise<void> {
  const page = await (await fetch(`${url}/home`)).text();
  const [, appId = ''] = /name="azulejo-client-id" content="([^"]+)"/.exec(page) ?? [];
  const [email, password] = ['ana@example.org', 'tiles are blue and white'];
  const account = { appId, device: 'android', type: 'account', email, name: 'Ana', password };
  const created = await fetch(`${url}/v3/legacy/account`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(account),
  });
  assert.ok(created.ok, await created.text());
  const signIn = { response_type: 'password', scope: 'application,user', client_id: appId };
  const body = new URLSearchParams({ ...signIn, username: email, password });
  const signedIn = await fetch(`${url}/v3/auth/authorize`, { method: 'POST', body });
  assert.ok(signedIn.ok, await signedIn.text());
}

/**
 * Starts a server, uses it, and interrupts it by Ctrl-C. Returns the lines before and after its banner.
 *
 * A test that expects a line waits for it with `hasShown`: at Ctrl-C a terminal discards what it has not yet
 * passed on (POSIX.1 11.1.9, `INTR` without `NOFLSH`).
 */
async function runOnTerminal(
  use: (url: string, hasShown: (pattern: RegExp) => Promise<void>) => Promise<void>,
  environment: Record<string, string> = {},
) {
  const dataDir = await mkdtemp(join(tmpdir(), 'azulejo-terminal-'));
  const [http, mqtt, mqtts] = await freePorts(3);
  const ports = { HTTP_PORT: String(http), MQTT_PORT: String(mqtt), MQTTS_PORT: String(mqtts) };
  const terminal = startOnTerminal(serverCommand, {
    cwd: dataDir,
    env: { ...inheritedEnvironment, DATA_DIR: dataDir, DEMO: '0', ...ports, ...environment },
  });
  await terminal.hasShown(/My app/);
  const banner = terminal.shown().length;
  try {
    await use(`http://127.0.0.1:${http}`, async (pattern) => void (await terminal.hasShown(pattern)));
  } finally {
    terminal.type('\x03');
    await terminal.ended;
    await rm(dataDir, { recursive: true });
  }
  const shown = terminal.shown();
  const [before = ''] = shown.split('Azulejo is running.');
  return {
    before: linesOf(before),
    after: linesOf(shown.slice(banner)).filter((line) => !/\^C|stopped/.test(line)),
  };
}
