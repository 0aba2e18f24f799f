import type { ManagerChannels } from '@azulejo/sdk/manager';
import type { Log } from './log.ts';
import type { Home } from './options.ts';

export type Grants = {
  /** Offers a channel to all homes. */
  offer(channel: string): void;
  /** Tries to grant the next channel; its user may have consented to it. */
  offerNext(): Promise<void>;
  /** Offers the channel again to a home whose user removed the device. */
  ended(channel: string, userId: string): void;
};

/** Grants channels to the homes of the settings, as soon as their users consent. */
export function createGrants(channels: ManagerChannels, homes: readonly Home[], log: Log): Grants {
  /** The queue of grants to try. */
  const offered: { channel: string; home: Home }[] = [];
  return {
    offer: (channel) => {
      for (const home of homes) offered.push({ channel, home });
    },
    offerNext: async () => {
      const next = offered.shift();
      if (!next) return;
      const { channel, home } = next;
      const { applicationId: application_id, userId: user_id } = home;
      try {
        await channels.grant({ channel_id: channel, application_id, user_id });
        log('channel_granted', { channel, user: user_id });
      } catch {
        // Usually the person has not consented to this kind of device, and may do so at any time.
        offered.push(next);
      }
    },
    ended: (channel, userId) => {
      log('grant_ended', { channel, user: userId });
      const home = homes.find((each) => each.userId === userId);
      if (home) offered.push({ channel, home });
    },
  };
}
