import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { testEngine } from '@azulejo/storage/testing';
import { LAMP, THERMOMETER } from '../connections/bridges/simulated-devices.ts';
import { lacksZigbee2Mqtt, startMosquitto, startZigbee2Mqtt } from '../connections/bridges/zigbee2mqtt.ts';
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

await describePastedPage('the guide to connecting Zigbee2MQTT, pasted into a shell', {
  file: 'docs/guides/zigbee2mqtt.md',
  skip: lacksZigbee2Mqtt(),
  expected: [
    {
      words: 'bridge add',
      prints:
        /Zigbee2MQTT is connected:[\s\S]*base topic +zigbee2mqtt[\s\S]*found +version 2\.\d+\.\d+, 2 devices[\s\S]*users +you@example\.org/,
    },
    { words: 'bridge list', prints: /Zigbee2MQTT +running +3 +2\.\d+\.\d+/ },
  ],
  async run(paste) {
    const place = await newPlace();
    await using platform = await startPlatform({ place });
    const { accounts, homeApplication } = platform.server.features;
    const { id: appId } = await homeApplication.get();
    const account = { appId, email: EMAIL, name: 'You', password: 'correct horse battery staple' };
    await accounts.create(account);
    const mqttPort = await freePort();
    await using _mosquitto = await startMosquitto(mqttPort);
    await using _zigbee = await startZigbee2Mqtt({ mqttPort, devices: [LAMP, THERMOMETER] });
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
