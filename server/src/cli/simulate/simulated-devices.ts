import { readFile } from 'node:fs/promises';
import { expandTemplate } from '@azulejo/catalog';
import type { ChannelTemplate } from '@azulejo/contract';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { importCatalogue } from '../../app/catalogue.ts';
import { explain } from '../../app/doctor/failure.ts';
import type { Config } from '../../config/config.ts';
import { Refusal } from '../../platform/refusal.ts';
import { type OpenPlatform, openPlatform } from '../open-platform.ts';
import { findUser } from '../portal/find.ts';
import { openPortal } from '../portal/operator.ts';
import type { Progress } from '../progress.ts';

/** A device whose credentials and channel are known. */
export type DeviceCredentials = { clientId: string; clientSecret: string; channelId: string };

export type DeviceOrder = {
  template: string;
  count: number;
  seed: number;
  user: string | undefined;
  application: string | undefined;
};

export type SimulatedDevices = { template: ChannelTemplate; devices: DeviceCredentials[] };

/** Creates the devices in the database, or finds those of an earlier run with the same seed. */
export async function provideDevices(
  config: Config,
  order: DeviceOrder,
  progress: Progress,
): Promise<SimulatedDevices> {
  await using platform = await openPlatform(config);
  await importCatalogue(platform.features, platform.db);
  const { templates, deviceBatches } = platform.features;
  const template = await templates.adopt(order.template);
  const user = await userOf(platform, order);
  const prefix = prefixOf(user.id, order);
  const namespaces = Array.from({ length: order.count }, (_, index) => `${prefix}${index + 1}`);
  const devices: DeviceCredentials[] = [];
  for await (const some of deviceBatches.provide({ userId: user.id, templateId: template.id, namespaces })) {
    devices.push(...some.map(({ secret, ...device }) => ({ ...device, clientSecret: secret })));
    progress(`devices: ${devices.length} of ${order.count}`);
  }
  return { template, devices };
}

/** Returns the newest version of a template of this platform or of the catalogue. */
export async function findTemplate(config: Config, id: string): Promise<ChannelTemplate> {
  await using platform = await openPlatform(config);
  await importCatalogue(platform.features, platform.db);
  return await platform.features.templates.find(id);
}

/** Removes the devices that earlier runs with this seed created, and returns their number. */
export async function removeDevices(config: Config, order: DeviceOrder): Promise<number> {
  await using platform = await openPlatform(config);
  const user = await userOf(platform, order);
  return await platform.features.deviceBatches.removeByNamespace(prefixOf(user.id, order));
}

/**
 * Reads devices that were created elsewhere, in the format of `azulejo device create --json`: one, or an
 * array.
 */
export async function readDevices(
  file: string,
  { template: id, count }: DeviceOrder,
): Promise<SimulatedDevices> {
  const template = await expandTemplate(id);
  if (!template) throw new Refusal(`the catalogue has no template "${id}"`);
  const devices = await readCredentials(file);
  const [other] = devices.filter((each) => each.template !== undefined && each.template !== id);
  if (other) throw new Refusal(`${file}: the device ${other.client_id} has another template`);
  if (devices.length < count) throw new Refusal(`${file} has ${devices.length} devices, not ${count}`);
  return {
    template,
    devices: devices.slice(0, count).map((device) => ({
      clientId: device.client_id,
      clientSecret: device.client_secret,
      channelId: device.channel,
    })),
  };
}

type Credentials = { client_id: string; client_secret: string; channel: string; template?: string };

const text = { type: 'string', minLength: 1 } as const;
const CREDENTIALS_SCHEMA = {
  type: 'array',
  minItems: 1,
  items: {
    type: 'object',
    required: ['client_id', 'client_secret', 'channel'],
    properties: { client_id: text, client_secret: text, channel: text, template: text },
  },
};

async function readCredentials(file: string): Promise<Credentials[]> {
  // Compiled here, because it takes a sixth of the time of a command.
  const isCredentials = new Ajv2020().compile<Credentials[]>(CREDENTIALS_SCHEMA);
  try {
    const devices = [JSON.parse(await readFile(file, 'utf8'))].flat() as unknown;
    if (isCredentials(devices)) return devices;
  } catch (error) {
    throw new Refusal(`${file}: ${explain(error).message}`, { cause: error });
  }
  throw new Refusal(
    `${file} does not contain devices: it must be an array of {client_id, client_secret, channel}`,
  );
}

async function userOf(platform: OpenPlatform, { user, application }: DeviceOrder): Promise<{ id: string }> {
  if (user !== undefined) {
    await using portal = await openPortal(platform, {});
    return await findUser(portal.client, user, application);
  }
  const person = await platform.features.demo.find();
  if (!person)
    throw new Refusal('there is no demo home: name a user with --user, or run `azulejo demo create`');
  return person;
}

/**
 * Returns a prefix that is unique to a home, a template and a seed, so that the same command finds the same
 * devices.
 */
const prefixOf = (userId: string, { template, seed }: DeviceOrder): string =>
  `sim-${userId.slice(0, 8)}-${template.slice(0, 8)}-${seed}-`;
