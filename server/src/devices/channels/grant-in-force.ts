import { expressionBuilder, sql } from 'kysely';
import type { Database } from '../../database/index.ts';

/**
 * A condition on `grants`: what has expired counts for nothing, though its row stays; and so does what is left of the
 * grants on a removed channel, of which there may be too many to end all at once.
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
