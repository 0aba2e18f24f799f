import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { stripVTControlCharacters } from 'node:util';
import { freePorts } from '../support/free-port.ts';
import { sourceCommand } from '../support/server-process.ts';

/** util-linux' `script` runs a program in a terminal. */
const hasTerminal = spawnSync('script', ['-qec', 'true', '/dev/null']).status === 0;
const skip = !hasTerminal && 'script (util-linux) is not here: what a terminal shows is not tested';

describe('a server on a terminal', { skip }, () => {
  it('logs one line per event but no requests, and prints its banner last', async () => {
    const { before, after } = await runOnTerminal(async (url) => {
      for (const path of ['/home', '/healthz', '/v3/users/me']) await (await fetch(url + path)).text();
    });
    assert.ok(before.length > 0);
    for (const line of before) assert.match(line, /^\[\d\d:\d\d:\d\d\] INFO: /);
    assert.deepEqual(after, []);
  });

  it('logs requests at LOG_LEVEL=debug', async () => {
    const { after } = await runOnTerminal(
      async (url) => void (await (await fetch(`${url}/healthz`)).text()),
      {
        LOG_LEVEL: 'debug',
      },
    );
    assert.match(after.join('\n'), /DEBUG: request .*"path":"\/healthz"/);
  });
});

/** Starts a server, uses it, and interrupts it by Ctrl-C. Returns the lines before and after its banner. */
async function runOnTerminal(use: (url: string) => Promise<void>, environment: Record<string, string> = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'azulejo-terminal-'));
  const [http, mqtt, mqtts] = await freePorts(3);
  const ports = { HTTP_PORT: String(http), MQTT_PORT: String(mqtt), MQTTS_PORT: String(mqtts) };
  const terminal = spawn('script', ['-qec', sourceCommand.join(' '), '/dev/null'], {
    cwd: dataDir,
    env: { PATH: process.env['PATH'], TERM: 'dumb', DATA_DIR: dataDir, DEMO: '0', ...ports, ...environment },
  });
  let shown = '';
  const running = Promise.withResolvers<void>();
  terminal.stdout.setEncoding('utf8').on('data', (text: string) => {
    shown += text;
    if (shown.includes('My app')) running.resolve();
  });
  const ended = once(terminal, 'close');
  await Promise.race([running.promise, ended.then(() => assert.fail(`The server ended. It said: ${shown}`))]);
  const banner = shown.length;
  await use(`http://127.0.0.1:${http}`);
  terminal.stdin.write('\x03');
  await ended;
  await rm(dataDir, { recursive: true });
  const [before = ''] = shown.split('Azulejo is running.');
  return {
    before: linesOf(before),
    after: linesOf(shown.slice(banner)).filter((line) => !/\^C|stopped/.test(line)),
  };
}

const linesOf = (text: string) =>
  stripVTControlCharacters(text)
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '');
