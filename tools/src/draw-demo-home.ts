import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, type RenderedTile, renderTile, tilesToSvg, valueKey } from '@azulejo/sdk';
import { createLogger, readConfig, type Server, startServer } from '@azulejo/server';
import { root } from './root.ts';

const PICTURE = 'docs/demo-home.svg';
const COLUMNS = 5;
/** Labels longer than this are cut in the picture. */
const LONGEST_LABEL = 18;
const MOST_TILES = 20;

/** Draws the README's picture: the demo home of a platform started for it, as the SDK renders its tiles. */
async function main(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'azulejo-picture-'));
  try {
    const environment = {
      DATA_DIR: dataDir,
      HTTP_PORT: String(await freePort()),
      MQTT_PORT: String(await freePort()),
      MQTTS_PORT: String(await freePort()),
      LOG_LEVEL: 'warn',
      DEMO: '1',
    };
    const config = readConfig(environment);
    await using server = await startServer(config, {
      logger: await createLogger('warn', { readable: false }),
    });
    const faces = await renderHome(server, config.urls.base);
    const shown = faces.filter((face) => face.label.length <= LONGEST_LABEL).slice(0, MOST_TILES);
    await writeFile(join(root, PICTURE), tilesToSvg(shown, { title: 'A home in Azulejo', columns: COLUMNS }));
    process.stdout.write(`${PICTURE} written, ${shown.length} of ${faces.length} tiles\n`);
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function renderHome(server: Server, url: string): Promise<RenderedTile[]> {
  if (!server.demo) throw new Error('The platform made no demo home.');
  const { clientId, email, password } = server.demo;
  const client = createClient({ url, clientId });
  await client.signIn.password({ username: email, password });
  const { channels } = await client.channels.list({ user_id: 'me' });
  const { tiles } = await client.tiles.list({ user_id: 'me' });
  return Promise.all(
    tiles.map(async (tile) => {
      const channel = channels.find(({ id }) => id === tile.channel);
      if (!channel) throw new Error(`The tile "${tile.label}" has no channel.`);
      const stored = await server.features.values.ofChannel(channel.id);
      const values = new Map(
        stored.map(({ componentId, propertyId, data }) => [valueKey(componentId, propertyId), data]),
      );
      return renderTile(tile, channel, values, { units: 'metric' });
    }),
  );
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => {
    probe.listen(0, '127.0.0.1', resolve);
  });
  const address = probe.address();
  await new Promise((resolve) => {
    probe.close(resolve);
  });
  return typeof address === 'object' && address ? address.port : 0;
}

await main();
