import { setTimeout } from 'node:timers/promises';
import type { BareAedesQuestion } from './bare-aedes.ts';
import { type Baseline, startBaseline } from './baseline.ts';
import type { Context } from './context.ts';
import { FEW_USERS } from './home.ts';
import { MqttConnection, type MqttCredentials } from './mqtt-connection.ts';
import type { Figure } from './report.ts';

const CONNECTIONS = 5_000;
/** Connections opened before measuring, so that one-time initialization does not count as their memory. */
const WARM = 200;
const BATCH_SIZE = 50;
const SETTLE_MS = 2_000;

/** Measures the resident memory of an idle connection with one subscription. */
export async function connections(context: Context): Promise<Figure[]> {
  const { platform, homes } = await context.fresh(FEW_USERS);
  const listeners = homes.readers.map(({ id, token }) => ({
    filter: `/v3/users/${id}/channels/#`,
    credentials: { clientId: homes.clientId, token },
  }));
  const ours = await measure(platform.mqttPort, listeners, platform.memory);
  await using bare: Baseline<BareAedesQuestion, number> = startBaseline('aedes');
  const baseline = await measure(
    await bare.ask({ ask: 'port' }),
    listeners.map(({ filter }) => ({ filter })),
    () => bare.ask({ ask: 'memory' }),
  );
  return [
    {
      bench: 'connections',
      name: `memory of each of ${CONNECTIONS} idle ones`,
      unit: 'KB',
      measured: ours,
      baseline,
      ratio: ours / baseline,
      aim: { of: 'measured', is: 'at most', value: 45 },
    },
  ];
}

type Listener = { filter: string; credentials?: MqttCredentials };

/** Returns KB (1,000 bytes) per connection. */
async function measure(
  port: number,
  listeners: readonly Listener[],
  memory: () => Promise<number>,
): Promise<number> {
  const opened: MqttConnection[] = [];
  const open = async (count: number) => {
    for (let left = count; left > 0; left -= BATCH_SIZE) {
      const batch = Array.from({ length: Math.min(BATCH_SIZE, left) }, (_, index) =>
        listen(port, listeners[index % listeners.length] as Listener),
      );
      opened.push(...(await Promise.all(batch)));
    }
  };
  try {
    await open(WARM);
    await setTimeout(SETTLE_MS);
    const before = await memory();
    await open(CONNECTIONS - WARM);
    await setTimeout(SETTLE_MS);
    return ((await memory()) - before) / (CONNECTIONS - WARM) / 1000;
  } finally {
    for (const connection of opened) connection.close();
  }
}

async function listen(port: number, { filter, credentials }: Listener): Promise<MqttConnection> {
  const connection = await MqttConnection.open(port, credentials);
  await connection.subscribe(filter);
  return connection;
}
