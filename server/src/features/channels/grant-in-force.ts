import { expressionBuilder } from 'kysely';
import type { Database } from '../../database/index.ts';

/** A condition on `grants`: what has expired counts for nothing, though its row stays. */
export function grantInForce(now: number) {
  const grant = expressionBuilder<Database, 'grants'>();
  return grant.or([grant('grants.expires', 'is', null), grant('grants.expires', '>', now)]);
}
