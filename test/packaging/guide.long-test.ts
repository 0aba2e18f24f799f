import { rename } from 'node:fs/promises';
import { basename, delimiter, join } from 'node:path';
import { lacksMosquitto, lacksPaho } from '../connections/mqtt/other-clients.ts';
import { freePorts } from '../support/free-port.ts';
import { describePastedPage } from '../support/pasted-page.ts';
import { createOtherAccount } from './other-account.ts';
import { pack, packSdk } from './pack.ts';

/** How long the guide waits for the programs that it starts to connect. */
const MOMENTS = ['sleep 1', 'sleep 2', 'sleep 3'];
const HAS_CONNECTED = `curl -s $API/metrics | grep -q '^azulejo_mqtt_sessions{tree="devices"} [1-9]'`;

/** Waits for a connected device before the pause begins: a busy machine loads the program slowly. */
const afterConnecting = (moment: string) =>
  `for _ in $(seq 100); do ${HAS_CONNECTED} && break || sleep 0.3; done\n${moment}`;

await describePastedPage('the guide to connecting a device, pasted by another account in an empty folder', {
  file: 'docs/guides/connect-a-device.md',
  skip: lacksMosquitto,
  expected: [
    { words: 'npm install', prints: /^(.*\n)*added \d+ packages.*\n/ },
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
    using account = createOtherAccount();
    const folder = account.makeFolder('device');
    for (const tarball of [await pack(account.folder), await packSdk(account.folder)])
      await rename(tarball, join(folder, basename(tarball)));
    const [http = 0, mqtt = 0, mqtts = 0] = await freePorts(3);
    const [node = ''] = account.environment['PATH']?.split(delimiter) ?? [];
    await paste({
      cwd: folder,
      uid: account.uid,
      env: {
        ...account.environment,
        // Only the system's Python finds the packages of the system.
        PATH: [node, '/usr/bin', '/bin', account.environment['PATH']].join(delimiter),
        NODE_EXTRA_CA_CERTS: process.env['NODE_EXTRA_CA_CERTS'],
        DEMO: '0',
        HTTP_PORT: String(http),
        MQTT_PORT: String(mqtt),
        MQTTS_PORT: String(mqtts),
      },
      replaced: {
        'http://127.0.0.1:8480': `http://127.0.0.1:${http}`,
        '-p 1883': `-p ${mqtt}`,
        '-p 8883': `-p ${mqtts}`,
        '127.0.0.1:1883': `127.0.0.1:${mqtt}`,
        '"127.0.0.1", 1883': `"127.0.0.1", ${mqtt}`,
        ...Object.fromEntries(MOMENTS.map((moment) => [moment, afterConnecting(moment)])),
      },
    });
  },
});
