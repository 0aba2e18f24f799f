import { join } from 'node:path';
import type { ValueAddress } from '@azulejo/contract';
import type { IClientOptions } from 'mqtt';
import { newApplication } from '../../support/people.ts';
import type { TestPlatform } from '../../support/platform.ts';
import type { Stage } from '../../support/scene.ts';
import { type Member, newManagedLamp, newMember, propertyOf } from './live-scene.ts';

/** A user with a lamp that a manager owns. */
export type Home = {
  readonly platform: TestPlatform;
  /** Path of the CA certificate that TLS clients trust. */
  readonly caFile: string;
  readonly user: Member;
  readonly manager: Member;
  readonly address: ValueAddress;
};

export async function setUpHome({ place, start, openDatabase }: Stage): Promise<Home> {
  const platform = await start();
  const application = await newApplication(platform);
  const user = await newMember({ platform, application });
  const manager = await newManagedLamp(platform, await openDatabase(), user.id);
  const caFile = join(place.dataDir, 'certificates', 'ca.pem');
  return { platform, caFile, user, manager, address: propertyOf(manager.channelId) };
}

export const transports = ['TCP', 'TLS', 'WebSocket'] as const;

/** Returns how the npm client connects by each transport. Over TLS it verifies chain and name. */
export function connectionOf({ config }: TestPlatform, transport: (typeof transports)[number], ca: Buffer) {
  const endpoints: Record<typeof transport, IClientOptions & { url: string }> = {
    TCP: { url: `mqtt://127.0.0.1:${config.mqtt.port}` },
    TLS: { url: config.urls.mqtt, ca, rejectUnauthorized: true },
    WebSocket: { url: `ws://127.0.0.1:${config.httpPort}/mqtt` },
  };
  return endpoints[transport];
}
