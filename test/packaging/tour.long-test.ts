import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { lacksMosquitto } from '../connections/mqtt/other-clients.ts';
import { freePorts } from '../support/free-port.ts';
import { describePastedPage } from '../support/pasted-page.ts';
import { startServerProcess } from '../support/server-process.ts';

const checkout = join(import.meta.dirname, '..', '..');

await describePastedPage('the tour, pasted into a shell', {
  file: 'docs/tour.md',
  skip: lacksMosquitto,
  expected: [
    { words: 'azulejo --version', prints: /^\d+\.\d+\.\d+\n$/ },
    { words: 'CLIENT_SECRET=', prints: /^$/ },
    { words: '$API/v3/users/me -H', prints: /"email":"rita@example.org"/ },
    { words: '"Reading lamp"', prints: /IKEA.*Reading lamp.*"tiles":\[.*\{.*"Reading lamp"/s },
    { words: 'tile-groups', prints: /"label":"Living room"/ },
    { words: 'mosquitto_sub', prints: /"state":".*"elements":\[\{"cursor":.*"io":/s },
    { words: '--count 20', prints: /Hall radiator.*20 .*/s },
    { words: 'grant_type=password', prints: /"access_token":.*"email":"rita@example.org"/s },
  ],
  async run(paste) {
    const dataDir = await mkdtemp(join(tmpdir(), 'azulejo-tour-'));
    try {
      const ports = await freePorts(3);
      await using server = await startServerProcess({ dataDir, ports });
      await paste({
        cwd: checkout,
        env: {
          ...process.env,
          PATH: `${dirname(process.execPath)}${delimiter}${process.env['PATH'] ?? ''}`,
          DATA_DIR: dataDir,
          HTTP_PORT: String(ports[0]),
          MQTT_PORT: String(ports[1]),
          MQTTS_PORT: String(ports[2]),
        },
        replaced: { 'http://127.0.0.1:8480': server.url, '-p 1883': `-p ${ports[1]}` },
      });
    } finally {
      await rm(dataDir, { recursive: true, force: true, maxRetries: 3 });
    }
  },
});
