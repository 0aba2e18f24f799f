import { existsSync } from 'node:fs';
import { cp, mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Place } from '@azulejo/storage/testing';
import { startPlatform, type TestPlatform, type TestPlatformOptions } from './platform.ts';
import type { Stage } from './scene.ts';

/** Makes a data directory for another server on the same database. Returns it with the settings that make the server fit. */
export async function placeBeside(
  place: Place,
): Promise<{ place: Place; environment: Record<string, string> }> {
  const dataDir = await mkdtemp(join(place.dataDir, 'other-'));
  const certificates = join(place.dataDir, 'certificates');
  if (existsSync(certificates)) await cp(certificates, join(dataDir, 'certificates'), { recursive: true });
  return {
    place: { ...place, dataDir },
    environment: {
      KEYS_DIR: join(place.dataDir, 'keys'),
      FILES_URL: pathToFileURL(join(place.dataDir, 'uploads')).href,
    },
  };
}

/** Starts a platform on the PostgreSQL of the scene, beside the one that runs there. */
export async function startOther(
  { place, use }: Pick<Stage, 'place' | 'use'>,
  { environment, ...options }: Omit<TestPlatformOptions, 'place'> = {},
): Promise<TestPlatform> {
  const beside = await placeBeside(place);
  return use(
    await startPlatform({
      ...options,
      place: beside.place,
      environment: { ...beside.environment, ...environment },
    }),
  );
}
