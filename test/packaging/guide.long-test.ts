import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { lacksMosquitto, lacksPaho } from '../mqtt/other-clients.ts';
import { freePorts } from '../support/free-port.ts';
import { describePastedPage } from '../support/pasted-page.ts';
import { startServerProcess } from '../support/server-process.ts';

const checkout = join(import.meta.dirname, '..', '..');

/** How long the guide waits for the programs that it starts to connect. */
const MOMENTS = ['sleep 1', 'sleep 2', 'sleep 3'];
const HAS_CONNECTED = `curl -s $API/metrics | grep -q '^azulejo_mqtt_sessions{tree="devices"} [1-9]'`;

/** Waits for a connected device before the pause begins: a busy machine loads the program slowly. */
const afterConnecting = (moment: string) =>
  `for _ in $(seq 100); do ${HAS_CONNECTED} && break || sleep 0.3; done\n${moment}`;

await describePastedPage('the guide to connecting a device, pasted into a shell', {
  file: 'docs/guides/connect-a-device.md',
  skip: lacksMosquitto,
  expected: [
    { words: 'The user is', prints: /^The user is [0-9a-f-]{36}\n$/ },
    { words: 'The device is', prints: /^The device is [0-9a-f-]{36}, its channel [0-9a-f-]{36}\n$/ },
    { words: 'SET_POINT=/v3', prints: /^$/ },
    { words: '"data":20.5}', prints: /^$/ },
    { words: "curl -sw '\\n' $API$TEMPERATURE", prints: /^\{"data":20\.5,"timestamp":.*\}\n$/ },
    { words: '--cafile', prints: /^Stored\n$/ },
    { words: '"data":"warm"', prints: /^$/ },
    { words: 'COMMAND=', prints: /"io":"w","data":22,.*"state":"done"/s },
    { words: "import mqtt from 'mqtt'", prints: /"state":"done".*"answer":21\b/ },
    { words: 'import paho', prints: /"state":"done".*"answer":19\.5\b/, skip: lacksPaho },
    { words: 'thermostat.ts', prints: /The thermostat is connected.*"state":"done".*"answer":20\b/s },
    { words: '--claim', prints: /^([0-9A-Z]{4}-){3}[0-9A-Z]{4}\n$/ },
    { words: '-t "/v3/users/', prints: /^(\{"io":"iw",.*\}\n){2}$/ },
    {
      words: 'interval=1h',
      prints: /^\{"elements":\[\{"channel".*\n.*"value":20\.75,.*"value":20\.5,.*\n.*"max":20\.75,.*\n$/,
    },
    { words: 'CURSOR=$(', prints: /^\{"elements":\[\{"cursor":.*"data":21\.25,.*\}\n$/ },
    { words: 'text/event-stream', prints: /^id: .*"data":21\.25/ms },
  ],
  async run(paste) {
    const dataDir = await mkdtemp(join(tmpdir(), 'azulejo-guide-'));
    try {
      const ports = await freePorts(3);
      await using server = await startServerProcess({ dataDir, ports });
      const [, mqtt, mqtts] = ports;
      // Only the system's Python finds the packages of the system.
      const PATH = `${dirname(process.execPath)}:/usr/bin:/bin:${process.env['PATH']}`;
      await paste({
        cwd: checkout,
        env: { ...process.env, PATH, DATA_DIR: dataDir },
        replaced: {
          'http://127.0.0.1:8480': server.url,
          '-p 1883': `-p ${mqtt}`,
          '-p 8883': `-p ${mqtts}`,
          '127.0.0.1:1883': `127.0.0.1:${mqtt}`,
          '"127.0.0.1", 1883': `"127.0.0.1", ${mqtt}`,
          ...Object.fromEntries(MOMENTS.map((moment) => [moment, afterConnecting(moment)])),
        },
      });
    } finally {
      await rm(dataDir, { recursive: true, force: true, maxRetries: 3 });
    }
  },
});
