import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { installation } from '../../config/installation.ts';
import { systemClock } from '../../platform/clock.ts';
import { launch } from './launch.ts';
import { permissionFlags } from './permissions.ts';

const folder = await mkdtemp(join(tmpdir(), 'azulejo-permissions-'));
after(() => rm(folder, { recursive: true }));
const secrets = join(folder, 'secrets.txt');
await writeFile(secrets, 'secret');

const ATTEMPTS = {
  read: `require('node:fs').readFileSync(${JSON.stringify(secrets)})`,
  list: `require('node:fs').readdirSync(${JSON.stringify(folder)})`,
  data: `require('node:fs').readdirSync(${JSON.stringify(join(process.cwd(), 'data'))})`,
  write: `require('node:fs').writeFileSync(${JSON.stringify(`${secrets}.new`)}, 'x')`,
  thread: `new (require('node:worker_threads').Worker)('1', { eval: true })`,
  run: `require('node:child_process').execFileSync(process.execPath, ['--version'])`,
  program: `require('node:fs').readFileSync(${JSON.stringify(installation.bridgeCommands.zigbee2mqtt.at(-1))})`,
};

/** Returns what became of each attempt in a process with the permissions of a bridge. */
async function attempt(type: Parameters<typeof permissionFlags>[0]): Promise<Record<string, string>> {
  const lines: string[] = [];
  const tries = Object.entries(ATTEMPTS).map(
    ([name, code]) => `try { ${code}; done['${name}'] = 'done' } catch (e) { done['${name}'] = e.code }`,
  );
  const bridge = launch({
    command: [process.execPath],
    flags: permissionFlags(type),
    args: ['--eval', `const done = {}; ${tries.join(';')}; console.log(JSON.stringify(done))`],
    settings: {},
    environment: {},
    timers: systemClock,
    onLine: (line) => void lines.push(line),
  });
  await bridge.ended;
  return JSON.parse(lines.at(-1) ?? '{}') as Record<string, string>;
}

describe('permissionFlags', () => {
  const denied = 'ERR_ACCESS_DENIED';

  it('lets a bridge read its program, and no other file', async () => {
    const { program, ...others } = await attempt('zigbee2mqtt');
    assert.equal(program, 'done');
    assert.deepEqual(others, {
      read: denied,
      list: denied,
      data: denied,
      write: denied,
      thread: denied,
      run: denied,
    });
  });

  it('lets the bridge of MQTT discovery start processes, and no more', async () => {
    const { program, run, ...others } = await attempt('mqtt-discovery');
    assert.deepEqual([program, run], ['done', 'done']);
    assert.deepEqual(others, { read: denied, list: denied, data: denied, write: denied, thread: denied });
  });
});
