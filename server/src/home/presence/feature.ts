import { type Presence as Body, resources, toTimestamp } from '@azulejo/contract';
import { type Handlers, isPerson } from '../../core/access/index.ts';
import type { Feature, Platform } from '../../core/feature.ts';
import { NO_STORE } from '../../platform/http/replies.ts';
import type { WritePath } from '../../telemetry/write-path/index.ts';
import { createDerivation, SOURCES } from './derivation.ts';
import { createPhoneMetrics } from './metrics.ts';
import { presenceOf } from './person.ts';
import { prepareDueChannels } from './read-models/due-channels.ts';
import { createReadPeople } from './read-models/people.ts';

/** A person counts as away three minutes after the only fix outside; a few seconds more do not matter. */
const REFRESH_MS = 2_000;
const CHANNELS_PER_RUN = 100;

/** Derives from the reports of phones at which of their places people are (README.md). */
export function presenceFeature(platform: Platform) {
  const { db, retention } = platform;
  // Positions are not remembered longer than their history is stored.
  const seconds = SOURCES.map((id) => retention.historyOfProperty.get(id) ?? retention.history);
  const derivation = createDerivation({
    ...platform,
    metrics: createPhoneMetrics(platform.metrics.registers),
    retentionMs: Math.min(...seconds) * 1000,
  });
  const readPeople = createReadPeople(db);
  return {
    api: { presence: { derivation } },
    routes: ({ serve }) => serve(resources.presence, presenceHandlers(readPeople)),
  } satisfies Feature;
}

/** Recomputes what depends on the time, on changed places, and on the choice not to share the location. */
export function presenceUpdatesFeature({
  db,
  clock,
  leases,
  writePath,
}: Platform & { writePath: WritePath }) {
  const dueChannels = prepareDueChannels(db);
  async function refreshDue(): Promise<void> {
    const of = { now: clock.now(), parts: leases.parts.mask() };
    const due = await dueChannels.all({ ...of, limit: CHANNELS_PER_RUN });
    if (due.length > 0) await writePath.refresh(due.map(({ id }) => id));
  }
  return {
    api: { presenceUpdates: { refreshDue } },
    jobs: [{ name: 'derive where people are', runs: 'by part', everyMs: REFRESH_MS, run: refreshDue }],
  } satisfies Feature;
}

function presenceHandlers(
  readPeople: ReturnType<typeof createReadPeople>,
): Handlers<typeof resources.presence> {
  return {
    get: async ({ context }) => {
      const [row] = await readPeople([context.subject.id]);
      const { whereabouts, phones, ignored } = presenceOf(row ?? { stateJson: null });
      // The person's other places, and phones, are for the person only.
      if (!isPerson(context.principal, context.subject.id)) {
        const place = whereabouts === null || whereabouts === 'home' ? whereabouts : 'away';
        return { body: { place, phones: [], ignored: {} }, cacheControl: NO_STORE };
      }
      const body: Body = {
        place: whereabouts,
        phones: phones.map(({ phone, at, whereabouts: place }) => ({
          device_id: phone,
          reported: toTimestamp(at),
          place,
        })),
        ignored,
      };
      return { body, cacheControl: NO_STORE };
    },
  };
}
