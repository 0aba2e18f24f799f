import { pino } from 'pino';
import { createFeatures, type Features } from '../app/features.ts';
import type { PlatformOptions } from '../app/platform.ts';
import type { Config } from '../config/config.ts';
import { openForCommand } from '../database/open.ts';
import { systemClock } from '../platform/clock.ts';
import { createMetrics } from '../platform/metrics.ts';

export type OpenPlatform = AsyncDisposable & PlatformOptions & { readonly features: Features };

/** Opens database and features without the server: while one is running, or before the first start. */
export async function openPlatform(config: Config): Promise<OpenPlatform> {
  await using opened = new AsyncDisposableStack();
  const db = opened.use(await openForCommand(config));
  // The command itself reports what goes wrong.
  const logger = pino({ enabled: false });
  const platform = { config, db, clock: systemClock, timers: systemClock, metrics: createMetrics(), logger };
  const features = await createFeatures(platform);
  const resources = opened.move();
  return { ...platform, features, [Symbol.asyncDispose]: () => resources.disposeAsync() };
}
