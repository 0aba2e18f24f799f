/**
 * Prints every change in a home. When it is stopped and started again, it continues where it stopped.
 *
 *   echo '{"client_id": "…", "username": "ana@demo.example", "password": "…"}' > account.json; chmod 600 account.json
 *   node watch.ts account.json [URL] [FILE]    # Node 22.18 and later; in a checkout
 *                                              # node server/start.cjs sdk/examples/node/…
 */
import { readFile, writeFile } from 'node:fs/promises';
import { type Change, createClient } from '@azulejo/sdk';

const [account = 'account.json', url = 'http://127.0.0.1:8480', file = '.watched'] = process.argv.slice(2);
const { client_id, username, password } = JSON.parse(await readFile(account, 'utf8')) as {
  client_id: string;
  username: string;
  password: string;
};
const client = createClient({ url, clientId: client_id });
await client.signIn.password({ username, password });
const names = new Map<string, string>();
for await (const { channel, label } of client.tiles.list()) names.set(channel, label);

const after = await readFile(file, 'utf8').catch(() => undefined);
const live = await client.live.connect({ ...(await authority()), ...(after !== undefined && { after }) });
live.on('resync', () =>
  process.stdout.write('It was too long ago: what happened in between is not known.\n'),
);
live.on('change', say);
process.stdout.write('Watching. Ctrl-C ends it.\n');
process.once('SIGINT', async () => {
  await live.close();
  if (live.cursor !== undefined) await writeFile(file, live.cursor);
});

function say({ channel, component, property, data, timestamp }: Change): void {
  const what = `${names.get(channel) ?? channel}, ${component}: ${property} = ${JSON.stringify(data)}`;
  process.stdout.write(`${timestamp.slice(11, 19)}  ${what}\n`);
}

/**
 * Returns the platform's own CA, which it has unless its certificate is public. Fetch it
 * over a trusted connection.
 */
async function authority(): Promise<{ ca?: string }> {
  const response = await fetch(new URL('/ca.pem', url));
  return response.ok ? { ca: await response.text() } : {};
}
