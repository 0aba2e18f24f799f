import { grantsTopic } from '@azulejo/contract';
import { connectMqtt } from './mqtt.ts';
import type { Application, Person } from './people.ts';
import type { TestPlatform } from './platform.ts';

/** Asks a device on the network for a grant in the person's name, as the known apps do (android-app 4.5). */
export async function askDevice(
  platform: TestPlatform,
  { clientId }: Pick<Application, 'clientId'>,
  { id, token }: Pick<Person, 'id' | 'token'>,
  deviceId: string,
): Promise<void> {
  await using session = await connectMqtt(platform, { clientId, token });
  const data = { role: 'user', client_id: id, requesting_client_id: clientId };
  await session.publish(grantsTopic('devices', deviceId), { io: 'w', data });
}
