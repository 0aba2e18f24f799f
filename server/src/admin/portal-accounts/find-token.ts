import type { PortalRole } from '@azulejo/contract';
import type { BackgroundUnits } from '../../database/background-units.ts';
import type { Db } from '../../database/index.ts';
import { ApiError } from '../../platform/api-error.ts';
import type { Clock } from '../../platform/clock.ts';
import { hashSecret, parseToken } from '../../platform/random-token.ts';
import { prepareTokenByHash } from './read-models/tokens.ts';
import { type Token, toToken } from './token.ts';

/** How often the last use is stored. */
const TOUCH_MS = 15 * 60 * 1000;

/** A valid token that a request presented, with its account. */
export type PresentedToken = Token & {
  account: { id: string; email: string; name: string; role: PortalRole };
};

type Dependencies = { db: Db; clock: Clock; backgroundUnits: BackgroundUnits };

/**
 * Returns a function that finds a token while its account is enabled; undefined when there is no such token.
 * Throws `expired_token`.
 */
export function createFindToken({ db, clock, backgroundUnits }: Dependencies) {
  const byHash = prepareTokenByHash(db);
  const touch = prepareTouch(db);

  return async function find(token: string): Promise<PresentedToken | undefined> {
    if (parseToken('azk', token) === undefined) return undefined;
    const row = await byHash.get({ hash: hashSecret(token) });
    if (!row || row.role === null) return undefined;
    const now = clock.now();
    if (row.expires <= now) throw new ApiError('expired_token');
    if (now - (row.last_used ?? 0) > TOUCH_MS) backgroundUnits.run(row.id, touch.bind({ id: row.id, now }));
    const { account_id: id, email, account_name: name, role } = row;
    return { ...toToken(row), account: { id, email, name, role } };
  };
}

const prepareTouch = (db: Db) =>
  db.prepare<{ id: string; now: number }>()((kysely, p) =>
    kysely
      .updateTable('portal_tokens')
      .set({ last_used: p('now') })
      .where('id', '=', p('id')),
  );
