/**
 * A thermostat, as its maker would write it: it reports its measurements, answers reads
 * and carries out commands.
 *   azulejo template list --json | grep -A1 Lisa            # the template: Plugwise Lisa zone thermostat
 *   azulejo device create --user EMAIL --template ID --json > device.json
 *   node thermostat.ts device.json [URL]                   # Node 22.18 and later; in a checkout
 *                                                          # node server/start.cjs sdk/examples/node/…
 */
import { readFile } from 'node:fs/promises';
import { createClient, Unavailable } from '@azulejo/sdk';

const [file = 'device.json', url = 'http://127.0.0.1:8480'] = process.argv.slice(2);
const device = JSON.parse(await readFile(file, 'utf8')) as {
  client_id: string;
  client_secret: string;
  channel: string;
};
const room = new Map<string, unknown>([
  ['local-temperature', 18],
  ['occupied-heating-setpoint', 20],
  ['system-mode', 'auto'],
]);
const at = (property: string) => ({ channel: device.channel, component: 'thermostat', property });

const client = createClient({ url, clientId: device.client_id, clientSecret: device.client_secret });
await client.signIn.clientCredentials({ scope: 'device' });
const live = await client.live.connect(await authority());

live.serve({
  onRead: ({ property }) => room.get(property),
  onWrite: ({ property }, data) => {
    if (!room.has(property)) throw new Unavailable('nok');
    room.set(property, data);
  },
});
live.on('state', (state) => process.stdout.write(`${state}\n`));
for (const [property, data] of room) await live.report(at(property), data);
process.stdout.write('The thermostat is connected. Ctrl-C ends it.\n');

const heating = setInterval(heat, 2_000);
process.once('SIGINT', () => {
  clearInterval(heating);
  void live.close();
});

/**
 * Moves the temperature a tenth of the way to the set-point, or to the outside temperature when switched off.
 */
function heat(): void {
  const now = Number(room.get('local-temperature'));
  const target = room.get('system-mode') === 'off' ? 8 : Number(room.get('occupied-heating-setpoint'));
  const next = Math.round((now + (target - now) / 10) * 100) / 100;
  if (next === now) return;
  room.set('local-temperature', next);
  live.report(at('local-temperature'), next).catch((error: unknown) => process.stderr.write(`${error}\n`));
}

/**
 * Returns the platform's own CA, which it has unless its certificate is public. Fetch it
 * over a trusted connection.
 */
async function authority(): Promise<{ ca?: string }> {
  const response = await fetch(new URL('/ca.pem', url));
  return response.ok ? { ca: await response.text() } : {};
}
