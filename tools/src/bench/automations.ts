import { setTimeout } from 'node:timers/promises';
import { type AutomatedPlatform, HALF, type ReportingPlatform, startBoth } from './automated-home.ts';
import type { Context } from './context.ts';
import { MqttConnection, type Publish, preparePublish } from './mqtt-connection.ts';
import { type MqttLoad, openMqttLoad } from './mqtt-load.ts';
import { withProcessorTime } from './processor-time.ts';
import type { Figure } from './report.ts';
import { alternate, median, percentile, summarize } from './rounds.ts';

const IN_FLIGHT = 64;
const WARM_MS = 1_500;
/** How often the background load is published. */
const BURST_MS = 10;
/** Each automation runs at most 60 times in a minute, so four pairs run six times in a second. */
const SWITCH_MS = 180;
const SWITCHINGS = 100;
/** `preparePublish` adds its numbers to this one. */
const LEAST = 100_000;

/** Measures what automations cost: the rate of values, and how late they act at half of it. */
export async function automations(context: Context): Promise<Figure[]> {
  await using opened = new AsyncDisposableStack();
  const { automated, plain } = await startBoth(context, opened);
  const throughput = await valuesOf(context, automated, plain);
  const [rate] = throughput;
  return [...throughput, await lag(automated, (rate?.measured ?? 0) / 2)];
}

/** The rate of values, and how much processor time of the server each of them takes. */

async function valuesOf(
  context: Context,
  automated: AutomatedPlatform,
  plain: ReportingPlatform,
): Promise<Figure[]> {
  const count = automated.read.length;
  const loadOf = ({ home, platform }: ReportingPlatform) =>
    openMqttLoad({
      port: platform.mqttPort,
      io: 'iw',
      publishers: home.devices
        .slice(0, count)
        .map(({ topic, clientId, token }) => ({ topic, credentials: { clientId, token } })),
      listener: { filter: home.filter, by: { credentials: home.person } },
    });
  using withAutomations = await loadOf(automated);
  using without = await loadOf(plain);
  const { slices, ms } = context.pace;
  const run =
    (load: MqttLoad, { platform }: ReportingPlatform) =>
    () =>
      withProcessorTime(platform, () => load.run(ms, IN_FLIGHT));
  for (const load of [withAutomations, without]) await load.run(WARM_MS, IN_FLIGHT);
  const pairs = await alternate(slices, run(withAutomations, automated), run(without, plain));
  const common = {
    bench: 'automations',
    unit: '/s',
    aim: { of: 'ratio', is: 'at least', value: 0.85 },
  } as const;
  return [
    {
      ...common,
      name: 'values that 5 automations read, to values without automations',
      ...summarize(pairs, ({ perSecond }) => perSecond),
      asking: median(pairs.map((pair) => pair.baseline.asking)),
    },
    {
      ...common,
      name: 'the same, per processor second of the server',
      ...summarize(pairs, ({ processorUs }) => 1_000_000 / processorUs),
    },
  ];
}

/**
 * Measures from the arrival of a value to that of the value that an automation sets for it, while others are published.
 * Both arrive on the way on which the person sees them.
 */
async function lag(
  { home, platform, read, switches }: AutomatedPlatform,
  perSecond: number,
): Promise<Figure> {
  const port = platform.mqttPort;
  const receiver = await MqttConnection.open(port, home.person);
  await receiver.subscribe(home.filter);
  const open = async (device: (typeof switches)[number]) => ({
    connection: await MqttConnection.open(port, device),
    packet: preparePublish(device.topic, 'iw'),
  });
  const background = await Promise.all(read.map(open));
  const pairs = await Promise.all(switches.map(open));
  // An automation needs a known value to compare with: the first one is below the half.
  await Promise.all(
    pairs.map(
      ({ connection, packet }) => new Promise<void>((resolve) => connection.publish(packet, 0, resolve)),
    ),
  );
  const stop = publishSteadily(background, perSecond);
  const times: number[] = [];
  try {
    for (let turn = 0; turn < SWITCHINGS; turn += 1) {
      const { connection, packet } = pairs[turn % pairs.length] as (typeof pairs)[number];
      const isOn = Math.floor(turn / pairs.length) % 2 === 0;
      const next = setTimeout(SWITCH_MS);
      times.push(
        await timeReaction(receiver, isOn, () =>
          connection.publish(packet, isOn ? HALF : 0, () => undefined),
        ),
      );
      await next;
    }
  } finally {
    stop();
    for (const { connection } of [...background, ...pairs]) connection.close();
    receiver.close();
  }
  return {
    bench: 'automations',
    name: `from a value to what it starts, p99, at ${Math.round(perSecond)} values/s`,
    unit: 'ms',
    measured: percentile(times, 0.99),
    aim: { of: 'measured', is: 'at most', value: 100 },
  };
}

/** Returns how long after the value that `publish` sends the one arrives that an automation sets. */
function timeReaction(receiver: MqttConnection, isOn: boolean, publish: () => void): Promise<number> {
  const value = `"data":${LEAST + (isOn ? HALF : 0)}`;
  const reaction = isOn ? '"data":true' : '"data":false';
  let arrived = performance.now();
  return new Promise((resolve) => {
    receiver.received = (payload) => {
      if (payload.includes(value)) arrived = performance.now();
      else if (payload.includes(reaction)) resolve(performance.now() - arrived);
    };
    publish();
  });
}

/** Publishes at a rate, by the publishers in turn, until it is stopped. */
function publishSteadily(
  publishers: readonly { connection: MqttConnection; packet: Publish }[],
  perSecond: number,
): () => void {
  const started = performance.now();
  let sent = 0;
  const timer = setInterval(() => {
    const due = ((performance.now() - started) / 1000) * perSecond;
    for (; sent < due; sent += 1) {
      const { connection, packet } = publishers[sent % publishers.length] as (typeof publishers)[number];
      connection.publish(packet, LEAST + sent, () => undefined);
    }
  }, BURST_MS);
  return () => clearInterval(timer);
}
