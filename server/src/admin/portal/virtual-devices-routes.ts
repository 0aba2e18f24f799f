import { Readable } from 'node:stream';
import { type PortalVirtualDevice, portalResources } from '@azulejo/contract';
import { valueKey } from '@azulejo/model';
import type { FastifyRequest } from 'fastify';
import {
  createDirectory,
  type ListedVirtualDevice,
  type VirtualDeviceControl,
} from '../../connections/virtual-devices/index.ts';
import type { DomainEventBus } from '../../core/domain-events/index.ts';
import type { Db } from '../../database/index.ts';
import { type Channels, type ChannelUrls, toWireChannel } from '../../devices/channels/index.ts';
import type { Templates, ValueSchemas } from '../../devices/templates/index.ts';
import { createVisibleTiles, type Tiles } from '../../home/tiles/index.ts';
import { ApiError } from '../../platform/api-error.ts';
import type { Timers } from '../../platform/clock.ts';
import { endWith, mayStill, STREAM_TYPE, wantsStream } from '../../platform/http/event-stream.ts';
import { createWaiter, type Waiter } from '../../platform/waiter.ts';
import type { StoredValue, Values } from '../../telemetry/values/index.ts';
import { actorOf, type PortalAccounts, type PortalHandlers } from '../portal-accounts/index.ts';
import { toWireDevice, toWireProperties, toWireValue } from './virtual-device-wire.ts';

type Dependencies = {
  db: Db;
  bus: DomainEventBus;
  clock: Timers;
  portalAccounts: PortalAccounts;
  channels: Channels;
  tiles: Tiles;
  templates: Templates;
  schemas: ValueSchemas;
  values: Values;
  virtualDeviceControl: VirtualDeviceControl;
  urls: ChannelUrls;
};

type Resource = typeof portalResources.virtualDevices;

const PAGE_SIZE = 50;

export function virtualDeviceHandlers(dependencies: Dependencies): PortalHandlers<Resource> {
  const { db, templates, schemas, values, virtualDeviceControl, urls } = dependencies;
  const find = createDirectory(db);
  const homeOf = createHomeOf(dependencies);
  const stream = createStream(dependencies);

  /** Throws `not_found`. */
  async function get(channelId: string): Promise<ListedVirtualDevice> {
    const { devices } = await find({ channelId, limit: 1 });
    if (!devices[0]) throw new ApiError('not_found');
    return devices[0];
  }

  async function toWire(device: ListedVirtualDevice): Promise<PortalVirtualDevice> {
    return toWireDevice(device, await templates.get(device.templateId, device.templateVersion), urls.picture);
  }

  return {
    ...controlHandlers(virtualDeviceControl),

    list: async ({ input }) => {
      const { search, application_id: applicationId, user_id: userId, after, limit = PAGE_SIZE } = input;
      const { devices, next } = await find({ search, applicationId, userId, after, limit });
      return { body: { devices: await Promise.all(devices.map(toWire)), next: next ?? null } };
    },

    create: async ({ input, context }) => {
      const { user_id: userId, template_id: templateId, name, seed, faults = [] } = input;
      const device = { userId, templateId, name, seed, faults };
      const id = await virtualDeviceControl.create(actorOf(context), device);
      return { body: await toWire(await get(id)) };
    },

    get: async ({ input }) => {
      const device = await get(input.channel_id);
      const template = await templates.get(device.templateId, device.templateVersion);
      const stored = await values.ofChannel(device.channelId);
      return {
        body: {
          ...toWireDevice(device, template, urls.picture),
          properties: toWireProperties(device, template, schemas),
          values: stored.map(toWireValue),
          ...(await homeOf(device)),
        },
      };
    },

    values: async ({ input, request }) => {
      const { channelId } = await get(input.channel_id);
      if (wantsStream(request)) return { stream: stream(channelId, request), contentType: STREAM_TYPE };
      return { body: { values: (await values.ofChannel(channelId)).map(toWireValue) } };
    },

    setFaults: async ({ input, context }) => {
      await virtualDeviceControl.setFaults(actorOf(context), input.channel_id, input.faults);
      return { body: await toWire(await get(input.channel_id)) };
    },
  };
}

/** Returns a function that streams the values of a device as they change. */
function createStream({ bus, clock, portalAccounts, values }: Dependencies) {
  const followDevice = createFollowDevice({ bus, clock });

  return function stream(channelId: string, request: FastifyRequest): Readable {
    const listening = followDevice(channelId);
    endWith(request, listening);
    const check = () => mayStill(portalAccounts.authorize(portalResources.virtualDevices.values, request));
    return Readable.from(streamValues({ listening, read: () => values.ofChannel(channelId), check, clock }));
  };
}

/** Returns a function that shows a device as its user sees it at home. */
function createHomeOf(dependencies: Dependencies) {
  const { channels, urls } = dependencies;
  const visibleTiles = createVisibleTiles({ ...dependencies, picture: urls.picture });
  return async function homeOf({ channelId, user }: ListedVirtualDevice) {
    const found = user && (await channels.find(channelId));
    if (!found) return { channel: null, tiles: [] };
    const { shown } = await visibleTiles({ id: user.id, pathId: user.id }, { withContext: false });
    return {
      channel: toWireChannel(found.channel, found.template, user.id, urls),
      tiles: shown.filter(({ channel }) => channel === channelId),
    };
  };
}

/** Reports values by hand and releases held ones. */
const controlHandlers = (
  virtualDeviceControl: VirtualDeviceControl,
): Pick<PortalHandlers<Resource>, 'report' | 'release' | 'remove'> => ({
  report: async ({ input, context }) => {
    const { channel_id: channelId, component: componentId, property: propertyId, data, hold = false } = input;
    await virtualDeviceControl.report(actorOf(context), channelId, { componentId, propertyId, data }, hold);
    return { body: {} };
  },

  release: async ({ input, context }) => {
    const place = { componentId: input.component, propertyId: input.property };
    await virtualDeviceControl.release(actorOf(context), input.channel_id, place);
    return { body: {} };
  },

  remove: async ({ input, context }) => {
    await virtualDeviceControl.remove(actorOf(context), input.channel_id);
    return { body: {} };
  },
});

/** Wakes those who watch a device when it reports a value. */
function createFollowDevice({ bus, clock }: { bus: DomainEventBus; clock: Timers }) {
  return (channelId: string): Waiter => {
    const waiter = createWaiter(clock, () => saying[Symbol.dispose]());
    const saying = bus.on('valueReported', ({ address }) => {
      if (address.channelId === channelId) waiter.wake();
    });
    return waiter;
  };
}

type Options = {
  /** Woken when the device reports a value. */
  listening: Omit<Waiter, 'wake'>;
  read: () => Promise<StoredValue[]>;
  /** Returns whether the caller may still watch. */
  check: () => Promise<boolean>;
  clock: Timers;
};

/**
 * Interval in milliseconds of reading the values, because another server may simulate the device, and of
 * checking the caller's session.
 */
const CHECK_INTERVAL_MS = 2_000;
const HEARTBEAT_MS = 15_000;

/** Streams the stored values as Server-Sent Events, and each again when it changes. */
async function* streamValues({ listening, read, check, clock }: Options): AsyncGenerator<string> {
  using _listening = listening;
  const sent = new Map<string, number>();
  let checked = clock.monotonic();
  let sentAt = checked;
  yield 'retry: 2000\n\n';
  while (!listening.hasEnded) {
    const now = clock.monotonic();
    if (now - checked >= CHECK_INTERVAL_MS) {
      if (!(await check())) return;
      checked = now;
    }
    const changed = (await read()).filter((value) => sent.get(keyOf(value)) !== value.timestamp);
    for (const value of changed) sent.set(keyOf(value), value.timestamp);
    if (changed.length > 0 || now - sentAt >= HEARTBEAT_MS) {
      yield changed.map((value) => `data: ${JSON.stringify(toWireValue(value))}\n\n`).join('') || ':\n\n';
      sentAt = now;
    }
    await listening.wait(CHECK_INTERVAL_MS);
  }
}

const keyOf = ({ componentId, propertyId }: StoredValue): string => valueKey(componentId, propertyId);
