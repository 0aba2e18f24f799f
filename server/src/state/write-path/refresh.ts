import type { Channels } from '../../devices/channels/index.ts';
import type { Batcher } from './batcher.ts';
import { keyOf, type Refresh } from './entries.ts';
import { targetOf } from './plan-derived.ts';
import type { Planning } from './planning.ts';

/**
 * Returns a function that derives the values of these context channels again, at most 500, without a report.
 * Resolves when they are stored.
 */
export const createRefresh =
  (channels: Channels, planning: Planning, batcher: Batcher<Refresh>) =>
  async (channelIds: readonly string[]): Promise<void> => {
    const found = await channels.findChannelAccesses(channelIds);
    const added = await Promise.all(
      found.map((channel) => {
        const address = targetOf(planning, channel);
        return batcher.add({ kind: 'refresh', address, key: keyOf(address), channel });
      }),
    );
    await Promise.all(added.map(({ done }) => done));
  };
