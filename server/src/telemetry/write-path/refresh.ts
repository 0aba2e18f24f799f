import type { Channels } from '../../devices/channels/index.ts';
import type { Batcher } from './batcher.ts';
import { keyOf, type Refresh } from './entries.ts';
import type { PlanContext } from './plan-context.ts';
import { targetOf } from './plan-derived.ts';

/**
 * Returns a function that derives the values of these context channels again, at most 500, without a report.
 * Resolves when they are stored.
 */
export const createRefresh =
  (channels: Channels, context: PlanContext, batcher: Batcher<Refresh>) =>
  async (channelIds: readonly string[]): Promise<void> => {
    const found = await channels.findChannelAccesses(channelIds);
    const added = await Promise.all(
      found.map((channel) => {
        const address = targetOf(context, channel);
        return batcher.add({ kind: 'refresh', address, key: keyOf(address), channel });
      }),
    );
    await Promise.all(added.map(({ done }) => done));
  };
