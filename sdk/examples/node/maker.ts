/**
 * The cloud of a lamp maker, as it would be written: it adds a lamp to the home of a user who consented, reports
 * its values and carries out commands. What is not delivered is kept in a file.
 *   azulejo application create --type manager --name Acme --json > maker.json; chmod 600 maker.json
 *   azulejo template assign 25f85b52-885c-5108-a9d2-c7fce0ad00ca CLIENT_ID     # the lamps are Acme's
 *   node maker.ts maker.json APPLICATION_ID USER_ID [URL]    # Node 22.18 and later; in a checkout
 *                                                            # node server/start.cjs sdk/examples/node/…
 * The user consents in Home at Add a device, or in an app, at most ten minutes before.
 */
import { readFile } from 'node:fs/promises';
import { createManager, fileOutboxStore, Unavailable } from '@azulejo/sdk/manager';

const LAMP = '25f85b52-885c-5108-a9d2-c7fce0ad00ca';
const [file = 'maker.json', application_id = '', user_id = '', url = 'http://127.0.0.1:8480'] =
  process.argv.slice(2);
const { client_id, client_secret } = JSON.parse(await readFile(file, 'utf8')) as Record<string, string>;
const manager = createManager({ url, clientId: client_id ?? '', clientSecret: client_secret ?? '' });

const lamp = new Map<string, unknown>([
  ['status', false],
  ['brightness', 40],
]);
const { id: channel } = await manager.channels.create({
  channeltemplate_id: LAMP,
  remote_key: 'acme-4711',
  name: 'Desk lamp',
});
await manager.channels.grant({ channel_id: channel, application_id, user_id });

const live = await manager.connect({
  ...(await authority()),
  outbox: { store: fileOutboxStore(`${file}.outbox`) },
});
live.on('refused', ({ property, error }) => process.stderr.write(`${property}: ${error.text}\n`));
live.on('problem', ({ request, error }) => process.stderr.write(`${request.property}: ${error}\n`));
live.serve(
  {
    onRead: ({ property }) => lamp.get(property),
    onWrite: ({ property, data }) => {
      if (!lamp.has(property)) throw new Unavailable('nok');
      lamp.set(property, data);
    },
  },
  { channel },
);
for (const [property, data] of lamp) await live.report({ channel, component: 'light-bulb', property }, data);
await live.flush();
process.stdout.write(`The lamp is channel ${channel}. Ctrl-C ends it.\n`);
process.once('SIGINT', () => void live.close());

/**
 * Returns the platform's own CA, which it has unless its certificate is public. Fetch it
 * over a trusted connection.
 */
async function authority(): Promise<{ ca?: string }> {
  const response = await fetch(new URL('/ca.pem', url));
  return response.ok ? { ca: await response.text() } : {};
}
