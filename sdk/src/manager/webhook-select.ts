import type { ManagerChannels } from './channels.ts';
import type { MakerDevice, WebhookCall, WebhookHandlers } from './webhook-types.ts';

type Selection = {
  readonly call: WebhookCall;
  readonly chosen: unknown;
  readonly handlers: Pick<WebhookHandlers, 'added'>;
  readonly channels: Pick<ManagerChannels, 'create' | 'grant'>;
  readonly problem: (error: unknown) => void;
};

const MAX_DEVICES = 100;
/** Limits how many devices are added at a time. */
const CONCURRENCY = 5;

/**
 * Creates and grants a channel for each chosen device. Returns the channels in the order of the devices,
 * without failed ones, or undefined when the body is malformed (manager-sdk 3.2).
 */
export async function selectDevices(selection: Selection): Promise<{ id: string }[] | undefined> {
  const devices = devicesIn(selection.chosen);
  if (!devices) return undefined;
  const added: ({ id: string } | undefined)[] = [];
  let next = 0;
  const addInTurn = async (): Promise<void> => {
    for (let index = next++; index < devices.length; index = next++) {
      try {
        added[index] = await add(selection, devices[index] as MakerDevice);
      } catch (error) {
        selection.problem(error);
      }
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, addInTurn));
  return added.filter((channel) => channel !== undefined);
}

async function add({ call, channels, handlers }: Selection, device: MakerDevice): Promise<{ id: string }> {
  const { applicationId: application_id, userId: user_id, templateId: channeltemplate_id } = call;
  const { id } = await channels.create({ channeltemplate_id, remote_key: device.id, name: device.content });
  await channels.grant({ channel_id: id, application_id, user_id });
  await handlers.added?.(call, device, id);
  return { id };
}

function devicesIn(body: unknown): MakerDevice[] | undefined {
  if (typeof body !== 'object' || body === null || !('channels' in body)) return undefined;
  // One device may come without a list (manager-sdk 3.2).
  const list: unknown[] = Array.isArray(body.channels) ? body.channels : [body.channels];
  if (list.length > MAX_DEVICES) return undefined;
  const devices = list.map(deviceOf);
  return devices.every((device) => device !== undefined) ? devices : undefined;
}

function deviceOf(value: unknown): MakerDevice | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { id, content, photoUrl } = value as Partial<Record<string, unknown>>;
  if (typeof id !== 'string' || id === '') return undefined;
  return {
    id,
    content: typeof content === 'string' ? content : '',
    ...(typeof photoUrl === 'string' && { photoUrl }),
  };
}
