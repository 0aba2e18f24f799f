import type { ChannelParties } from '../../core/access/index.ts';
import type { Db, Transaction } from '../../database/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Makers } from '../makers/index.ts';

/** How long a manager may put devices into a home after the person allowed it. */
const CONSENT_MS = 10 * 60_000;

/**
 * What people allow managers: who passes the page for a kind of device lets its maker grant channels of that kind to this
 * person for a while (managers.md 1.5). Each channel once: what the person removed again needs a new consent.
 */
export function createConsents({ db, clock, makers }: { db: Db; clock: Clock; makers: Makers }) {
  const lastPassed = db.prepare<{ userId: string; templateId: string; since: number }>()((kysely, p) =>
    kysely
      .selectFrom('pairing_tickets')
      .select((eb) => eb.fn.max('passed').as('passed'))
      .where('user_id', '=', p('userId'))
      .where('template_id', '=', p('templateId'))
      .where('passed', '>', p('since')),
  );

  return {
    /** When the person last let the manager add such a channel, if that still holds. */
    async find(
      managerId: string,
      userId: string,
      { templateId }: ChannelParties,
    ): Promise<number | undefined> {
      if ((await makers.of(templateId)) !== managerId) return undefined;
      const since = clock.now() - CONSENT_MS;
      return (await lastPassed.get({ userId, templateId, since }))?.passed ?? undefined;
    },

    /** Uses the consent of this time for the channel. False: it was used before. */
    async use(tx: Transaction, userId: string, channelId: string, consented: number): Promise<boolean> {
      const granted = Math.max(clock.now(), consented);
      const used = await tx
        .insertInto('pairing_grants')
        .values({ user_id: userId, channel_id: channelId, granted })
        .onConflict((conflict) =>
          conflict
            .columns(['user_id', 'channel_id'])
            .doUpdateSet({ granted })
            .where('pairing_grants.granted', '<', consented),
        )
        .returning('channel_id')
        .executeTakeFirst();
      return used !== undefined;
    },
  };
}
