import { setImmediate } from 'node:timers/promises';
import { type DemoHome, loadDemoHome } from '@azulejo/catalog';
import { valueKey } from '@azulejo/model';
import { createVirtualDevice, hashText } from '../../connections/virtual-devices/index.ts';
import type { Db, Transaction } from '../../database/index.ts';
import { deleteSetting, prepareProgress, writeSetting } from '../../database/settings.ts';
import type { Channels } from '../../devices/channels/index.ts';
import type { ValueSchemas, VersionedTemplate } from '../../devices/templates/index.ts';
import type { Events, PropertyEvent } from '../../telemetry/events/index.ts';
import type { History } from '../../telemetry/history/index.ts';

type Dependencies = {
  db: Db;
  channels: Channels;
  events: Pick<Events, 'append'>;
  history: History;
  schemas: ValueSchemas;
};

/**
 * The work that is left, stored with every batch of points, so that a server that was killed resumes there.
 */
type Progress = {
  /** When the demo was created; milliseconds since 1970. */
  readonly until: number;
  /** Channel ids by the device's key in the catalogue's demo home. */
  readonly channels: Readonly<Record<string, string>>;
  /** Number of points of the first device that are stored. */
  readonly stored: number;
};

const SETTING = 'demo_history';
const BATCH_SIZE = 500;
/** Components whose past is also in the log of events, because automations begin with what they sense. */
const SENSORS: readonly string[] = ['contact-sensor', 'motion-sensor'];

export type DemoHistory = ReturnType<typeof createDemoHistory>;

/**
 * Gives the demo home a week of history, so that its charts have something to show:
 * 1. `planIn` notes in the transaction that makes the demo whole which devices are to have one.
 * 2. `logSensors` adds what its sensors detected to the log of events, so that automations can be rehearsed at once.
 * 3. `seedNext` simulates one of them, and stores its points in batches, each with the progress in one unit.
 */
export function createDemoHistory({ db, channels, events, history, schemas }: Dependencies) {
  let running: Promise<boolean> | undefined;
  const { read, replace } = prepareProgress(db);
  const pastOf = createPastOf(channels, schemas);

  /** Stores a batch with its progress. Returns false when the demo was removed, or another server is ahead. */
  async function store(before: Progress, after: Progress, points: readonly PastPoint[], channelId: string) {
    const series = await history.seriesOf(points.map((point) => ({ channelId, ...point })));
    const rows = points.map(({ time, data }, index) => ({ series: series[index] as number, time, data }));
    const keep = replace.bind(settingOf(before, after), { expectRow: true });
    const { committed } = await db.unit([keep, ...history.append(rows)]);
    return committed;
  }

  async function seedOne(): Promise<boolean> {
    const row = await read.get({ name: SETTING });
    let progress: Progress | undefined = row && (JSON.parse(row.value) as Progress);
    const [next] = Object.entries(progress?.channels ?? {});
    if (!progress || !next) {
      if (progress) await db.write((tx) => forgetIn(tx));
      return false;
    }
    const [key, channelId] = next;
    const points = await pastOf(key, channelId, progress.until);
    const { [key]: _done, ...channels } = progress.channels;
    for (let at = progress.stored; ; at += BATCH_SIZE) {
      const isLast = at + BATCH_SIZE >= points.length;
      const after: Progress = isLast
        ? { ...progress, channels, stored: 0 }
        : { ...progress, stored: at + BATCH_SIZE };
      if (!(await store(progress, after, points.slice(at, at + BATCH_SIZE), channelId))) return false;
      if (isLast) return true;
      progress = after;
    }
  }

  return {
    planIn,
    forgetIn,

    logSensors: createLogSensors({ db, events }, pastOf),

    /**
     * Seeds the history of one device. Returns whether there is more to do. Concurrent calls share the work.
     */
    seedNext(): Promise<boolean> {
      running ??= seedOne().finally(() => {
        running = undefined;
      });
      return running;
    },
  };
}

const settingOf = (before: Progress, after: Progress) => ({
  name: SETTING,
  before: JSON.stringify(before),
  after: JSON.stringify(after),
});

/**
 * Returns a function that begins a new user's log with the week before `until`: when somebody came by, and when doors
 * were opened.
 */
function createLogSensors(
  { db, events }: Pick<Dependencies, 'db' | 'events'>,
  pastOf: ReturnType<typeof createPastOf>,
) {
  return async (
    userId: string,
    channelIds: Readonly<Record<string, string>>,
    until: number,
  ): Promise<void> => {
    const { devices } = await loadDemoHome();
    const sensors = devices.filter(({ values }) =>
      values.some(({ component }) => SENSORS.includes(component)),
    );
    const detected: PropertyEvent[] = [];
    for (const { key } of sensors) {
      const channelId = channelIds[key];
      if (channelId === undefined) continue;
      for (const { componentId, propertyId, time: at, data } of await pastOf(key, channelId, until)) {
        if (typeof data !== 'boolean') continue;
        const address = { channelId, componentId, propertyId };
        detected.push({
          userId,
          type: 'value',
          at,
          address,
          io: 'ir',
          data,
          sender: channelId,
          cause: 'report',
        });
      }
    }
    detected.sort((one, other) => one.at - other.at);
    for (let from = 0; from < detected.length; from += BATCH_SIZE)
      await db.unit(events.append(detected.slice(from, from + BATCH_SIZE)));
  };
}

function createPastOf(channels: Channels, schemas: ValueSchemas) {
  return async function pastOf(key: string, channelId: string, until: number): Promise<PastPoint[]> {
    const home = await loadDemoHome();
    const device = home.devices.find((each) => each.key === key);
    const found = await channels.find(channelId);
    // The device was removed in the meantime.
    if (!device || !found) return [];
    return simulatePast({
      template: found.template,
      seed: hashText(key),
      schemaOf: (name) => schemas.find(name) ?? {},
      values: device.values,
      until,
    });
  };
}

const forgetIn = (tx: Transaction): Promise<void> => deleteSetting(tx, SETTING);

const planIn = (tx: Transaction, plan: Omit<Progress, 'stored'>): Promise<void> =>
  writeSetting(tx, SETTING, JSON.stringify({ ...plan, stored: 0 } satisfies Progress));

const PAST_MS = 7 * 24 * 3_600_000;
/**
 * Interval of the steps: fine enough for a smooth curve of a day, and about a thousand values per property.
 */
const PAST_STEP_MS = 10 * 60_000;
/** Number of steps, which take a few milliseconds, before the event loop is yielded to. */
const STEPS_PER_TURN = 10;

type PastPoint = {
  readonly componentId: string;
  readonly propertyId: string;
  readonly time: number;
  readonly data: unknown;
};

type Options = {
  readonly template: VersionedTemplate;
  readonly seed: number;
  readonly schemaOf: Parameters<typeof createVirtualDevice>[0]['schemaOf'];
  /** The values at the end, near which the device also began. */
  readonly values: DemoHome['devices'][number]['values'];
  readonly until: number;
};

/** Simulates the week before `until`. The same options give the same points, so that seeding can be resumed. */
async function simulatePast({ template, seed, schemaOf, values, until }: Options): Promise<PastPoint[]> {
  const from = until - PAST_MS;
  const known = values.map(({ component, property, value }) => ({
    componentId: component,
    propertyId: property,
    data: value as unknown,
    timestamp: from,
  }));
  const device = createVirtualDevice({ template, seed, schemaOf, known, now: from });
  const points: PastPoint[] = known.map(({ timestamp: time, ...report }) => ({ ...report, time }));
  // Devices report at different moments, as the live simulation does.
  const phase = seed % PAST_STEP_MS;
  for (let step = 1, at = from + phase + 1; at < until; step += 1, at += PAST_STEP_MS) {
    for (const report of device.advance(at)) points.push({ ...report, time: at });
    if (step % STEPS_PER_TURN === 0) await setImmediate();
  }
  return [...Map.groupBy(points, ({ componentId, propertyId }) => valueKey(componentId, propertyId)).values()]
    .flatMap(endingWhereItBegan)
    .toSorted((one, other) => one.time - other.time);
}

/** Lowers the past values of a counter by its increase in the week, so that the last one is its current value. */
function endingWhereItBegan(points: readonly PastPoint[]): readonly PastPoint[] {
  const [first, last] = [points[0]?.data, points.at(-1)?.data];
  if (typeof first !== 'number' || typeof last !== 'number' || last <= first) return points;
  const isCounter = points.every(
    ({ data }, index) => index === 0 || Number(data) >= Number(points[index - 1]?.data),
  );
  if (!isCounter || points.length < 3) return points;
  return points.map((point) => ({
    ...point,
    data: Math.max(0, Math.round((Number(point.data) - (last - first)) * 1_000) / 1_000),
  }));
}
