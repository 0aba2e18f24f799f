import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { startPlatform, type TestPlatform, type TestPlatformOptions } from './platform.ts';
import type { Stage } from './scene.ts';

/** Starts a platform on the PostgreSQL of the scene, with a folder of its own and the same keys, beside others. */
export async function startOther(
  { place, use }: Pick<Stage, 'place' | 'use'>,
  { environment, ...options }: Omit<TestPlatformOptions, 'place'> = {},
): Promise<TestPlatform> {
  const dataDir = await mkdtemp(join(place.dataDir, 'other-'));
  return use(
    await startPlatform({
      hasOthers: true,
      ...options,
      place: { ...place, dataDir },
      environment: { KEYS_DIR: join(place.dataDir, 'keys'), ...environment },
    }),
  );
}
