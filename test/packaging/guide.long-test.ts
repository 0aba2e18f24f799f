import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { marked } from 'marked';
import { lacksMosquitto, lacksPaho } from '../mqtt/other-clients.ts';
import { freePorts } from '../support/free-port.ts';
import { startServerProcess } from '../support/server-process.ts';

const checkout = join(import.meta.dirname, '..', '..');
const WALKED_MS = 120_000;

/** The expected output of each block, which is identified by words in it. Some blocks print nothing. */
const expectations: [words: string, says: RegExp][] = [
  ['The user is', /^The user is [0-9a-f-]{36}\n$/],
  ['The device is', /^The device is [0-9a-f-]{36}, its channel [0-9a-f-]{36}\n$/],
  ['Its token begins', /^Its token begins with aza_\n$/],
  ['SET_POINT=/v3', /^$/],
  ['"data":20.5}', /^$/],
  ["curl -sw '\\n' $API$TEMPERATURE", /^\{"data":20\.5,"timestamp":.*\}\n$/],
  ['--cafile', /^Stored\n$/],
  ['COMMAND=', /"io":"w","data":22,.*"state":"done"/s],
  ["import mqtt from 'mqtt'", /"state":"done".*"answer":21\b/],
  ['import paho', /"state":"done".*"answer":19\.5\b/],
  ['thermostat.ts', /The thermostat is connected.*"state":"done".*"answer":20\b/s],
  ['-t "/v3/users/', /^(\{"io":"iw",.*\}\n){2}$/],
  ['interval=1h', /^\{"elements":\[\{"channel".*\n.*"value":20\.75,.*"value":20\.5,.*\n.*"max":20\.75,.*\n$/],
  ['CURSOR=$(', /^\{"elements":\[\{"cursor":.*"data":21\.25,.*\}\n$/],
  ['text/event-stream', /^id: .*"data":21\.25/ms],
];

async function blocks(): Promise<string[]> {
  const text = await readFile(join(checkout, 'docs', 'guides', 'connect-a-device.md'), 'utf8');
  return marked
    .lexer(text)
    .flatMap((token) => (token.type === 'code' && token['lang'] === 'sh' ? [token['text']] : []));
}

const isFor = (block: string) => expectations.filter(([words]) => block.includes(words));
const needsPaho = (block: string) => block.includes('import paho');
const MARK = '=== next block ===';

/** How long the guide waits for the programs that it starts to connect. */
const MOMENTS = ['sleep 1', 'sleep 2', 'sleep 3'];
const HAS_CONNECTED = `curl -s $API/metrics | grep -q '^azulejo_mqtt_sessions{tree="devices"} [1-9]'`;

/** Waits for a connected device before the pause begins: a busy machine loads the program slowly. */
const afterConnecting = (moment: string) =>
  `for _ in $(seq 100); do ${HAS_CONNECTED} && break || sleep 0.3; done\n${moment}`;

/** Runs the blocks in one shell. Returns the output of each. */
async function paste(all: readonly string[], places: Readonly<Record<string, string>>, dataDir: string) {
  const pasted = all.map((block) => (needsPaho(block) && lacksPaho ? ':' : block));
  let script = pasted.join(`\necho '${MARK}'\n`);
  for (const [written, real] of Object.entries(places)) {
    assert.ok(script.includes(written), written);
    script = script.replaceAll(written, real);
  }
  const env = {
    ...process.env,
    // Only the system's Python finds the packages of the system.
    PATH: `${dirname(process.execPath)}:/usr/bin:/bin:${process.env['PATH']}`,
    DATA_DIR: dataDir,
  };
  // Bash treats a socket as standard input like a remote shell and would read the user's own settings.
  const { stdout } = await promisify(execFile)('bash', ['--norc', '-c', `exec 2>&1\n${script}`], {
    cwd: checkout,
    env,
  });
  return stdout.split(`${MARK}\n`);
}

const all = await blocks();

describe('the guide to connecting a device, pasted into a shell', { skip: lacksMosquitto }, () => {
  let said: string[] = [];
  let dataDir = '';
  before(
    async () => {
      dataDir = await mkdtemp(join(tmpdir(), 'azulejo-guide-'));
      const ports = await freePorts(3);
      await using server = await startServerProcess({ dataDir, ports });
      const [, mqtt, mqtts] = ports;
      const places = {
        'http://127.0.0.1:8480': server.url,
        '-p 1883': `-p ${mqtt}`,
        '-p 8883': `-p ${mqtts}`,
        '127.0.0.1:1883': `127.0.0.1:${mqtt}`,
        ...Object.fromEntries(MOMENTS.map((moment) => [moment, afterConnecting(moment)])),
        '"127.0.0.1", 1883': `"127.0.0.1", ${mqtt}`,
      };
      const withPaho = lacksPaho ? Object.entries(places).slice(0, -1) : Object.entries(places);
      said = await paste(all, Object.fromEntries(withPaho), dataDir);
    },
    { timeout: WALKED_MS },
  );
  after(() => rm(dataDir, { recursive: true, force: true, maxRetries: 3 }));

  it('has an expected output for each block', () => {
    assert.equal(all.length, expectations.length);
    for (const block of all) assert.equal(isFor(block).length, 1, block);
    assert.equal(said.length, all.length);
  });

  for (const [index, block] of all.entries()) {
    const [words = '', says = /^never$/] = isFor(block)[0] ?? [];
    it(`prints what the guide describes: ${words}`, { skip: needsPaho(block) && lacksPaho }, () => {
      assert.match(said[index] ?? '', says);
    });
  }
});
