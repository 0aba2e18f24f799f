import { resources } from '@azulejo/contract';
import { kitchen, lampChannel, lampTile } from '../../testing/devices.ts';
import { fakeOperations } from '../../testing/fake-operations.ts';
import type { FakeBroker } from './fake-broker.ts';
import type { HomeReplies } from './open-home.tsx';

export type FakeHome = ReturnType<typeof fakeHome>;

/**
 * Stands in for the platform under Home, with one lamp in the kitchen that is off: a network, which pages get
 * instead of the browser's. Without a broker none is reachable, so that writes go over HTTP.
 */
export function fakeHome(replies: HomeReplies = {}, broker?: FakeBroker) {
  const platform = fakeOperations(resources);
  platform.reply({
    tiles: { list: { tiles: [lampTile] } },
    tileGroups: { list: { tileGroups: [kitchen] } },
    channels: { list: channelList([lampChannel]) },
    values: { list: { elements: [reportOf('lamp', 'status', false)] } },
    events: { list: { elements: [], cursor: 'cursor-1' } },
    alarms: { list: { elements: [] } },
    preferences: { get: {} },
    homes: { get: { id: 'h_ana', owner: { id: 'ana', name: 'Ana Silva' } } },
    homeTime: {
      get: { timezone: 'UTC', source: 'server', proposed: { timezone: 'UTC', source: 'server' } },
    },
    scenes: { list: { elements: [] } },
    bridges: { list: { bridges: [], can_connect: true, reason: '' } },
  } as HomeReplies);
  platform.reply(replies);
  const openSocket = broker?.openSocket ?? ((): EventTarget => new SilentSocket());
  return { ...platform, openSocket };
}

class SilentSocket extends EventTarget {
  readonly readyState = 0;
  close(): void {}
}

export const channelList = (channels: readonly (typeof lampChannel)[]) => ({
  _id: '',
  _rev: '1',
  channels: [...channels],
  href: '',
  id: 'channels' as const,
});

export const reportOf = (channel: string, property: string, data: unknown) => ({
  channel,
  component: 'light-bulb',
  property,
  data,
  timestamp: '2026-03-01T12:00:00.000+0000',
  sender: 'device',
  cause: 'report' as const,
});
