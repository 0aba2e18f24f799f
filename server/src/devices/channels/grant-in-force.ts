import { expressionBuilder, sql } from 'kysely';
import type { Database } from '../../database/index.ts';

/**
 * Returns a condition on `grants`. It excludes expired grants, whose rows stay, and grants on removed
 * channels, of which there may be too many to delete at once.
 */
export function grantInForce(now: number) {
  const grant = expressionBuilder<Database, 'grants'>();
  return grant.and([
    grant.or([grant('grants.expires', 'is', null), grant('grants.expires', '>', now)]),
    grant.not(
      grant.exists(
        grant
          .selectFrom('channels as gone')
          .select(sql.lit(1).as('one'))
          .whereRef('gone.id', '=', 'grants.channel_id')
          .where('gone.removed', 'is not', null),
      ),
    ),
  ]);
}
