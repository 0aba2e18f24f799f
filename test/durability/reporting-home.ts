import type { ValueAddress } from '@azulejo/contract';
import { askDevice } from '../support/ask-device.ts';
import type { MqttCredentials } from '../support/mqtt.ts';
import { type Application, clientToken, newPerson, type Person } from '../support/people.ts';
import type { TestPlatform } from '../support/platform.ts';
import { readJson } from '../support/replies.ts';
import { postJson } from '../support/wire.ts';
import { COMPONENT, type CounterProperty, counterTemplate } from './counter-template.ts';

const DEVICES = 2;

export type CountingDevice = MqttCredentials & { channelId: string };

/** Two users who share their devices, and a channel of the first one that has no owner. */
export type ReportingHome = {
  clientId: string;
  people: readonly [Person, Person];
  devices: readonly CountingDevice[];
  ownerlessChannelId: string;
};

export async function createReportingHome(
  platform: TestPlatform,
  application: Application,
): Promise<ReportingHome> {
  const { templates, devices, homes } = platform.server.features;
  await templates.import([counterTemplate], { areTrusted: false });
  const people = [
    await newPerson(platform, application),
    await newPerson(platform, application, 'Rui'),
  ] as const;
  const place = { userId: people[0].id, templateId: counterTemplate.id };
  const made: CountingDevice[] = [];
  for (let each = 0; each < DEVICES; each += 1) {
    const { client, secret, channel } = await devices.create(place);
    const record = await clientToken(platform, { clientId: client.id, secret }, 'device');
    const device = { clientId: client.id, token: record.access_token, channelId: channel.id };
    const grant = { client_id: people[1].id, role: 'user', requesting_client_id: application.clientId };
    await askDevice(platform, application, people[1], client.id);
    await readJson(
      await postJson(platform, `/v3/channels/${channel.id}/grant-access`, grant, { token: device.token }),
    );
    made.push(device);
  }
  const { channel } = await homes.addDevice(place);
  return { clientId: application.clientId, people, devices: made, ownerlessChannelId: channel.id };
}

export const counterAddress = (channelId: string, propertyId: CounterProperty): ValueAddress => ({
  channelId,
  componentId: COMPONENT,
  propertyId,
});
