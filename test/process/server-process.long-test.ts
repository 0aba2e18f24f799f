import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import type { TileList, TokenRecord } from '@azulejo/contract';
import { freePort, freePorts } from '../support/free-port.ts';
import { plainPicture } from '../support/pictures.ts';
import { readJson } from '../support/replies.ts';
import { type Child, startChild } from './child.ts';
import { openUpload } from './open-request.ts';

let folder = '';
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'azulejo-process-'));
});
after(() => rm(folder, { recursive: true, force: true }));

/** Runs a server in this suite's folder and stops it whatever the test finds. */
async function withServer<T>(
  environment: Record<string, string>,
  work: (child: Child) => Promise<T>,
): Promise<T> {
  const child = await startChild(folder, environment);
  try {
    await child.untilItRuns();
    return await work(child);
  } finally {
    await child.stop();
  }
}

const credentialsPath = () => join(folder, 'data', 'demo-credentials.txt');

async function readCredentials() {
  const lines = await readFile(credentialsPath(), 'utf8');
  const read = (name: string) => new RegExp(`^ +${name} +(\\S+)$`, 'm').exec(lines)?.[1] ?? '';
  return {
    clientId: read('client_id'),
    username: read('username'),
    password: read('password'),
  };
}

/** Signs in to the demo with the credentials that the first start wrote. */
async function signInToDemo(url: string): Promise<TokenRecord> {
  const { clientId, username, password } = await readCredentials();
  const parameters = { response_type: 'password', scope: 'application,user', client_id: clientId };
  const query = new URLSearchParams({ ...parameters, username, password });
  return readJson<TokenRecord>(await fetch(`${url}/v3/auth/authorize?${query}`));
}

describe('the server’s process', () => {
  it('creates a demo at its first start and stores its credentials readable by the owner only', async () => {
    const { output } = await withServer({ LOG_LEVEL: 'trace' }, async (child) => {
      const { access_token: token } = await signInToDemo(child.url);
      const response = await fetch(`${child.url}/v3/legacy/users/me/tiles`, {
        headers: { authorization: `Bearer ${token}` },
      });
      const { tiles } = await readJson<TileList>(response);
      assert.ok(tiles.length >= 24);
      return child.stop();
    });
    assert.equal((await stat(credentialsPath())).mode & 0o777, 0o600);
    assert.equal((await stat(join(folder, 'data'))).mode & 0o077, 0, 'the data directory is the owner’s');
    const { password } = await readCredentials();
    assert.ok(password.length >= 16);
    assert.match(output, /demo-credentials\.txt/);
    const linkPath = join(folder, 'data', 'portal-owner-link.txt');
    assert.equal((await stat(linkPath)).mode & 0o777, 0o600);
    const link = (await readFile(linkPath, 'utf8')).trim();
    assert.match(link, /^http:\S+\/portal\/invitation#azi_\w+$/);
    assert.match(output, /portal-owner-link\.txt/);
    assert.ok(!output.includes(new URL(link).hash));
    assert.match(
      output,
      /MQTT +mqtts:\/\/127\.0\.0\.1:\d+\n +mqtt:\/\/127\.0\.0\.1:\d+\n +ws:\/\/127\.0\.0\.1:\d+\/mqtt/,
    );
    assert.match(
      output,
      /TLS clients need this CA: .*data\/certificates\/ca\.pem, also at http:\S+\/ca\.pem/,
    );
    assert.ok(!output.includes(password));
  });

  it('is not ready before the demo and its credentials exist', async () => {
    const fresh = await mkdtemp(join(tmpdir(), 'azulejo-fresh-'));
    const child = await startChild(fresh, { LOG_LEVEL: 'error' });
    const statusOf = () =>
      fetch(`${child.url}/readyz`).then(
        ({ status }) => status,
        () => 0,
      );
    try {
      while ((await statusOf()) !== 200) await setImmediate();
      assert.match(await readFile(join(fresh, 'data', 'demo-credentials.txt'), 'utf8'), /password/);
    } finally {
      await child.stop();
      await rm(fresh, { recursive: true, force: true });
    }
  });

  it('refuses to start twice on one data directory or port and leaves the first server running', async () => {
    await withServer({}, async (first) => {
      const second = await startChild(folder);
      const { code, output } = await second.ended;
      assert.equal(code, 1);
      assert.match(output, /^\s*Azulejo did not start: .*data.* in use/m);
      assert.equal((await fetch(`${first.url}/readyz`)).status, 200);
      for (const name of ['HTTP_PORT', 'MQTT_PORT', 'MQTTS_PORT']) {
        const elsewhere = await startChild(folder, { DATA_DIR: 'other', [name]: new URL(first.url).port });
        const pattern = new RegExp(`did not start: ${name} \\d+ is already in use`);
        assert.match((await elsewhere.ended).output, pattern);
      }
    });
  });

  it('completes open requests on SIGTERM and SIGINT and exits with 0', async () => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      await withServer({}, async (child) => {
        const { access_token: token } = await signInToDemo(child.url);
        const image = await plainPicture(64, 64).png().toBuffer();
        const upload = await openUpload(child, token, image.length);
        child.signal(signal);
        assert.match(await upload.finish(image), /^HTTP\/1\.1 201 /, signal);
        const { code, output } = await child.ended;
        assert.equal(code, 0, `${signal}: ${output}`);
      });
    }
  });

  it('treats the second SIGINT that npm forwards on Ctrl-C as the same one', async () => {
    await withServer({}, async (child) => {
      child.signal('SIGINT');
      child.signal('SIGINT');
      const { code, output } = await child.ended;
      assert.equal(code, 0, output);
    });
  });

  it('stops gracefully while it is still starting', async () => {
    const elsewhere = await mkdtemp(join(tmpdir(), 'azulejo-process-'));
    try {
      const child = await startChild(elsewhere);
      await child.untilItLogs('migrations applied');
      child.signal('SIGTERM');
      const { code, output } = await child.ended;
      assert.equal(code, 0, output);
    } finally {
      await rm(elsewhere, { recursive: true, force: true });
    }
  });

  it('refuses to start with an invalid setting and names it', async () => {
    const cases: [Record<string, string>, string][] = [
      [{ HTTP_PORT: 'eighty' }, 'HTTP_PORT'],
      [{ TLS_CERT: '/nowhere/cert.pem' }, 'TLS_CERT'],
      // Node would try for ever to make such a folder.
      [{ DATA_DIR: '/proc/x' }, 'DATA_DIR'],
      [{ DATA_DIR: '/dev/null/x' }, 'DATA_DIR'],
      [{ HOST: 'nowhere.invalid' }, 'HOST'],
      [{ HOST: '999.1.1.1' }, 'HOST'],
      [{ MQTT_HOST: 'nowhere.invalid' }, 'MQTT_HOST'],
      [{ MQTT_HOST: '203.0.113.7' }, 'MQTT_HOST'],
      [{ HOST: '203.0.113.7' }, 'HOST'],
      [{ DATABASE_URL: `postgres://127.0.0.1:${await freePort()}/azulejo` }, 'DATABASE_URL'],
    ];
    for (const [environment, name] of cases) {
      const child = await startChild(folder, { LOG_LEVEL: 'error', ...environment });
      const { code, output } = await child.ended;
      assert.equal(code, 1);
      assert.match(output, new RegExp(`^\\s*Azulejo did not start: ${name} `));
      assert.equal(output.trim().split('\n').length, 1, 'one sentence, no stack');
    }
  });

  it('reads .env for settings that the environment does not have', async () => {
    const [port, mqttsPort] = await freePorts(2);
    await writeFile(join(folder, '.env'), `PUBLIC_URL=http://localhost:${port}\nMQTTS_PORT=9999\n`);
    const environment = { HTTP_PORT: String(port), MQTTS_PORT: String(mqttsPort) };
    const endpoints = await withServer(
      environment,
      async (child) => (await signInToDemo(child.url)).endpoints,
    );
    assert.deepEqual(endpoints, {
      http: `http://localhost:${port}`,
      mqtt: `mqtts://localhost:${mqttsPort}`,
      uploader: `http://localhost:${port}`,
    });
  });
});
