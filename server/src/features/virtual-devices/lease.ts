import type { Db } from '../../database/index.ts';
import type { Clock } from '../../platform/clock.ts';
import { newId } from '../../platform/random-token.ts';

/** After that another server takes over from one that was killed. */
const LEASE_MS = 10_000;
const SETTING = 'virtual-devices';

/** Of servers that share one database, one plays the devices: two would say everything twice. */
export function createLease({ db, clock }: { db: Db; clock: Clock }) {
  const id = newId();
  /** Begins with its end, so that one that has ended is less than now; of times, as many digits for centuries. */
  let mine = '';
  const take = db.prepare<{ next: string; mine: string; now: string }>()((kysely, p) =>
    kysely
      .insertInto('settings')
      .values({ name: SETTING, value: p('next') })
      .onConflict((conflict) =>
        conflict
          .column('name')
          .doUpdateSet({ value: p('next') })
          .where((eb) => eb.or([eb('settings.value', '=', p('mine')), eb('settings.value', '<', p('now'))])),
      )
      .returning('name'),
  );

  return {
    /** Whether this server plays now. */
    async holds(): Promise<boolean> {
      // An SQLite file belongs to one server.
      if (db.engine === 'sqlite') return true;
      const now = clock.now();
      if (mine !== '' && Number(mine.split(' ')[0]) - now > LEASE_MS / 2) return true;
      const next = `${now + LEASE_MS} ${id}`;
      const { committed } = await db.unit([take.bind({ next, mine, now: String(now) }, { expectRow: true })]);
      mine = committed ? next : '';
      return committed;
    },
  };
}
