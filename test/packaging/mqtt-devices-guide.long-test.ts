import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { testEngine } from '@azulejo/storage/testing';
import { esphomeNode, play, tasmotaRelay, zwaveNetwork } from '../connections/bridges/played-devices.ts';
import { lacksMosquitto, startMosquitto } from '../connections/bridges/zigbee2mqtt.ts';
import { freePort } from '../support/free-port.ts';
import { describePastedPage } from '../support/pasted-page.ts';
import { startPlatform } from '../support/platform.ts';

const checkout = join(import.meta.dirname, '..', '..');
const COMMAND = `${process.execPath} server/start.cjs server/src/cli/main.ts`;
const EMAIL = 'you@example.org';
const { newPlace, removeAfterSuite } = testEngine('sqlite');

/** The bridge creates its channels shortly after it was connected. */
const untilChannelsExist = (command: string) =>
  `for _ in $(seq 100); do ${command} | grep -Eq 'running +3 ' && break; done\n${command}`;

await describePastedPage('the guide to connecting MQTT devices, pasted into a shell', {
  file: 'docs/guides/mqtt-devices.md',
  skip: lacksMosquitto(),
  expected: [
    {
      words: 'bridge add',
      prints: /MQTT devices is connected:[\s\S]*found +\d devices?[\s\S]*users +you@example\.org/,
    },
    { words: 'bridge list', prints: /MQTT devices +running +3 / },
  ],
  async run(paste) {
    const place = await newPlace();
    await using platform = await startPlatform({ place });
    const { accounts, homeApplication } = platform.server.features;
    const { id: appId } = await homeApplication.get();
    await accounts.create({ appId, email: EMAIL, name: 'You', password: 'correct horse battery staple' });
    const mqttPort = await freePort();
    await using _mosquitto = await startMosquitto(mqttPort);
    await using _node = play(mqttPort, esphomeNode());
    await using _relay = play(mqttPort, tasmotaRelay());
    await using _network = play(mqttPort, zwaveNetwork());
    const passwordFile = join(place.dataDir, 'password.txt');
    await writeFile(passwordFile, 'any password is right there\n');
    await paste({
      cwd: checkout,
      env: { ...process.env, DATA_DIR: place.dataDir, DATABASE_URL: place.databaseUrl },
      replaced: {
        'npx azulejo bridge list': untilChannelsExist('npx azulejo bridge list'),
        'npx azulejo': COMMAND,
        // The reader types the password.
        '--username azulejo': `--username azulejo --password-file ${passwordFile}`,
        'mqtt://192.168.1.5:1883': `mqtt://127.0.0.1:${mqttPort}`,
      },
    });
  },
});
removeAfterSuite();
