import assert from 'node:assert/strict';
import type { PlatformMessage, ValueAddress } from '@azulejo/contract';
import { currentCursor, type Follower, followPages, followStream, readLog } from './followers.ts';
import type { Ledger } from './ledger.ts';
import type { ReportingHome } from './reporting-home.ts';
import { assertLogged, keyOf } from './value-guarantees.ts';

type ReceivedMessages = readonly { address: ValueAddress; message: PlatformMessage }[];

/** All users of the home follow the events in both ways from the beginning, through every kill. */
export type Following = AsyncDisposable & {
  /** Asserts that the events are the final logs, without gaps or duplicates, and all acknowledged. */
  assertWhole(ledger: Ledger, received: ReceivedMessages): Promise<void>;
};

export async function startFollowing(place: { url: string; home: ReportingHome }): Promise<Following> {
  const { url, home } = place;
  const subscriptions = await Promise.all(
    home.people.map(async (person) => {
      const begin = await currentCursor(url, person);
      const followers = [followPages(url, person, begin), followStream(url, person, begin)];
      return { person, begin, followers };
    }),
  );
  return {
    async assertWhole(ledger, received) {
      for (const { person, begin, followers } of subscriptions) {
        const log = await readLog(url, person, begin);
        for (const follower of followers) await assertReceivedAll(follower, log);
        const ownOnly = person === home.people[0] ? [] : [home.ownerlessChannelId];
        const series = ledger.series.filter(({ address }) => !ownOnly.includes(address.channelId));
        await assertLogged(place, ledger, log, { of: series });
        if (person === home.people[0]) assertReceivedIsLogged(received, log);
      }
    },
    [Symbol.asyncDispose]: async () => {
      const followers = subscriptions.flatMap((each) => each.followers);
      await Promise.all(followers.map((follower) => follower[Symbol.asyncDispose]()));
    },
  };
}

async function assertReceivedAll(
  follower: Follower,
  log: Awaited<ReturnType<typeof readLog>>,
): Promise<void> {
  await follower.untilReceived(log.at(-1)?.cursor ?? '');
  assert.deepEqual(follower.received.slice(0, log.length), log);
}

/** Asserts that values are stored before they are delivered: a kill undoes nothing that a client received. */
function assertReceivedIsLogged(received: ReceivedMessages, log: Awaited<ReturnType<typeof readLog>>): void {
  const logged = new Set(
    log.map(({ channel, component, property, data }) =>
      [keyOf({ channelId: channel, componentId: component, propertyId: property }), data].join(' '),
    ),
  );
  const values = received.filter(({ message }) => message.io === 'iw' || message.io === 'ir');
  assert.ok(values.length > 0, 'the person received values');
  const unknown = values.filter(({ address, message }) => !logged.has(`${keyOf(address)} ${message.data}`));
  assert.deepEqual(unknown, [], 'values that were received but not logged');
}
