import { newApplication } from '../support/people.ts';
import type { TestPlatform } from '../support/platform.ts';
import type { Stage } from '../support/scene.ts';
import type { Build } from './android-app.ts';
import { LAMP } from './house.ts';

export const EMAIL = 'ana+phone@example.org';
export const PASSWORD = 'Nuvem+Azul 9@casa';

export type Installation = { platform: TestPlatform; build: Build };

/** Starts a platform and returns it with the settings that an app for it is built with. */
export async function installation({ start }: Stage): Promise<Installation> {
  const platform = await start();
  const namespace = 'casa-azul';
  const { clientId } = await newApplication(platform, {
    namespace,
    appScheme: 'casaazul',
    minimumPasswordLength: 6,
  });
  return { platform, build: { url: platform.url, clientId, namespace } };
}

/** Adds two virtual lamps to the home of a user. */
export async function addLamps({ server }: TestPlatform, userId: string): Promise<void> {
  const { virtualDevices } = server.features;
  for (const name of ['Reading lamp', 'Window lamp'])
    await virtualDevices.create({ userId, templateId: LAMP, name, faults: [] });
}

/** Replaces `{name}` in a path or a body by the known value of that name. */
export function fill<Value>(value: Value, known: Readonly<Record<string, string>>): Value {
  const filled = JSON.stringify(value).replaceAll(/\{(\w+)\}/g, (all, name: string) => known[name] ?? all);
  return JSON.parse(filled) as Value;
}
