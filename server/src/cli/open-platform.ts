import { pino } from 'pino';
import { createFeatures, type Features } from '../app/features.ts';
import type { PlatformOptions } from '../app/platform.ts';
import type { Config } from '../config/config.ts';
import type { Feature } from '../core/feature.ts';
import { readDatabaseClock } from '../database/database-time.ts';
import { openForCommand, requireDatabase } from '../database/open.ts';
import { createMetrics } from '../platform/metrics.ts';

export type OpenPlatform = AsyncDisposable &
  PlatformOptions & { readonly features: Features; readonly list: readonly Feature[] };

/** Whether a command makes sense before the first start of the server, and then creates the database. */
export type Opening = { readonly mayCreate?: boolean };

/**
 * Opens database and features without the server: while one is running, or before the first start. Unless it may
 * create the database, a command in a wrong folder is refused: an empty database would look like lost data.
 */
export async function openPlatform(
  config: Config,
  { mayCreate = false }: Opening = {},
): Promise<OpenPlatform> {
  if (!mayCreate) requireDatabase(config);
  await using opened = new AsyncDisposableStack();
  const db = opened.use(await openForCommand(config));
  // The command itself reports what goes wrong.
  const logger = pino({ enabled: false });
  const clock = await readDatabaseClock(db);
  const platform = { config, db, clock, timers: clock, metrics: createMetrics(), logger };
  const { services: features, list } = await createFeatures(platform);
  const resources = opened.move();
  return { ...platform, features, list, [Symbol.asyncDispose]: () => resources.disposeAsync() };
}
