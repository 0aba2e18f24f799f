import type { BareAedesQuestion } from './bare-aedes.ts';
import { type Baseline, startBaseline } from './baseline.ts';
import type { Context } from './context.ts';
import { type MqttLoad, type MqttParties, openMqttLoad } from './mqtt-load.ts';
import { withProcessorTime } from './processor-time.ts';
import type { Figure } from './report.ts';
import { alternate, median, percentile, summarize } from './rounds.ts';

const IN_FLIGHT = 64;
const WARM_MS = 1_500;
/** 200 values per second, like a large house on a busy evening. */
const EVERY_MS = 5;
/** Factor by which slices of deliveries are longer, so that each has 200 of them for its 99th percentile. */
const LONGER = 4;

/** Connects the same clients to both brokers. */
async function openBoth(
  opened: DisposableStack,
  parties: MqttParties,
  bare: Baseline<BareAedesQuestion, number>,
): Promise<{ ours: MqttLoad; baseline: MqttLoad }> {
  const baselineParties: MqttParties = {
    port: await bare.ask({ ask: 'port' }),
    io: parties.io,
    publishers: parties.publishers.map(({ topic }) => ({ topic })),
    listener: {
      filter: '/v3/channels/#',
      by: parties.listener.by === 'first publisher' ? 'first publisher' : {},
    },
  };
  return {
    ours: opened.use(await openMqttLoad(parties)),
    baseline: opened.use(await openMqttLoad(baselineParties)),
  };
}

/** Measures values and reads of a stored value per second, compared with a broker that stores nothing. */
export async function values(context: Context): Promise<Figure[]> {
  const { home, platform } = await context.reporting();
  const port = platform.mqttPort;
  const devices = home.devices.map(({ topic, clientId, token }) => ({
    topic,
    credentials: { clientId, token },
  }));
  const personListener = { filter: home.filter, by: { credentials: home.person } };
  const reader = { topic: home.stored.topic, credentials: home.person };
  const cases: { name: string; atLeast: number; parties: MqttParties }[] = [
    {
      name: 'values, 1 publisher',
      atLeast: 0.35,
      parties: { port, io: 'iw', publishers: devices.slice(0, 1), listener: personListener },
    },
    {
      name: `values, ${devices.length} publishers`,
      atLeast: 0.3,
      parties: { port, io: 'iw', publishers: devices, listener: personListener },
    },
    {
      name: 'reads of a stored value',
      atLeast: 0.9,
      parties: {
        port,
        io: 'r',
        publishers: [reader],
        listener: { filter: home.filter, by: 'first publisher' },
      },
    },
  ];
  const figures: Figure[] = [];
  for (const { name, atLeast, parties } of cases) {
    await using bare: Baseline<BareAedesQuestion, number> = startBaseline('aedes');
    using opened = new DisposableStack();
    const { ours, baseline } = await openBoth(opened, parties, bare);
    for (const load of [ours, baseline]) await load.run(WARM_MS, IN_FLIGHT);
    const { slices, ms } = context.pace;
    const pairs = await alternate(
      slices,
      () => withProcessorTime(platform, () => ours.run(ms, IN_FLIGHT)),
      () => withProcessorTime(bare, () => baseline.run(ms, IN_FLIGHT)),
    );
    figures.push({
      bench: 'values',
      name,
      unit: '/s',
      ...summarize(pairs, ({ perSecond }) => perSecond),
      processorUs: summarize(pairs, ({ processorUs }) => processorUs),
      aim: { of: 'ratio', is: 'at least', value: atLeast },
      asking: median(pairs.map((pair) => pair.baseline.asking)),
    });
  }
  return figures;
}

/**
 * Measures the time from a device's PUBLISH to its delivery to the user, at a rate that
 * saturates neither broker.
 */
export async function delivery(context: Context): Promise<Figure[]> {
  const { home, platform } = await context.reporting();
  const port = platform.mqttPort;
  const [device] = home.devices;
  if (!device) return [];
  await using bare: Baseline<BareAedesQuestion, number> = startBaseline('aedes');
  using opened = new DisposableStack();
  const parties: MqttParties = {
    port,
    io: 'iw',
    publishers: [{ topic: device.topic, credentials: device }],
    listener: { filter: home.filter, by: { credentials: home.person } },
  };
  const { ours, baseline } = await openBoth(opened, parties, bare);
  const { slices } = context.pace;
  const ms = context.pace.ms * LONGER;
  const pairs = await alternate(
    slices,
    () => ours.time(ms, EVERY_MS),
    () => baseline.time(ms, EVERY_MS),
  );
  const figure = (share: number): Figure => ({
    bench: 'delivery',
    name: `publish to deliver, p${share * 100}, ${1000 / EVERY_MS} /s`,
    unit: 'ms',
    ...summarize(pairs, (times) => percentile(times, share)),
  });
  return [{ ...figure(0.5), aim: { of: 'ratio', is: 'at most', value: 2.5 } }, figure(0.99)];
}
