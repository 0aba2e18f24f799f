import type { TokenRecord } from '@azulejo/contract';
import { type Homes, openServer } from './home.ts';
import type { MqttCredentials } from './mqtt-connection.ts';
import type { Place } from './place.ts';

const DEVICES = 100;
/** A socket with a power meter. Its `active-power` is any number, and every report of it is stored. */
export const TEMPLATE = '3170bfd3-3783-583b-9389-a4332fa04dff';

/** A home whose user subscribes to every device, and reads a channel that has no owner. */
export type ReportingHome = {
  person: MqttCredentials;
  /** The user's topic filter. */
  filter: string;
  devices: readonly (MqttCredentials & { topic: string })[];
  /** A channel whose reads are answered with the stored value. */
  stored: { topic: string };
};

export async function makeReportingHome(place: Place, { clientId, readers }: Homes): Promise<ReportingHome> {
  const [reader] = readers;
  if (!reader) throw new Error('This home has no user.');
  await using server = await openServer(place);
  const { devices, homes } = server.features;
  const made: (MqttCredentials & { topic: string })[] = [];
  for (let each = 0; each < DEVICES; each += 1) {
    const device = await devices.create({ userId: reader.id, templateId: TEMPLATE });
    const { access_token: token } = await signIn(server.address, device.client.id, device.secret);
    made.push({ clientId: device.client.id, token, topic: topicOf(device.channel.id, 'active-power') });
  }
  const { channel } = await homes.addDevice({ userId: reader.id, templateId: TEMPLATE });
  const topic = topicOf(channel.id, 'status');
  const stored = await fetch(`${server.address}${topic}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${reader.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ data: true }),
  });
  if (stored.status !== 200) throw new Error(`The value was not stored: ${await stored.text()}`);
  return {
    person: { clientId, token: reader.token },
    filter: `/v3/users/${reader.id}/channels/#`,
    devices: made,
    stored: { topic },
  };
}

/** Returns the topic of a value, which is also its path over HTTP. */
const topicOf = (channelId: string, property: 'active-power' | 'status'): string =>
  `/v3/channels/${channelId}/components/socket/properties/${property}/value`;

async function signIn(address: string, id: string, secret: string): Promise<TokenRecord> {
  const response = await fetch(`${address}/v3/auth/authorize`, {
    method: 'POST',
    body: new URLSearchParams({
      response_type: 'client_credentials',
      client_id: id,
      client_secret: secret,
      scope: 'device',
    }),
  });
  if (!response.ok) throw new Error(`A device did not sign in: ${await response.text()}`);
  return (await response.json()) as TokenRecord;
}
