import { type ExpressionBuilder, sql } from 'kysely';
import type { Database } from '../../database/index.ts';
import { PORTAL_APPLICATION } from '../applications/index.ts';

/** Whose accounts a service reads and changes: of people, or of operators, who are the users of the portal. */
export type AccountKind = 'person' | 'operator';

/** Returns the condition of every statement on users, whatever their application. No service sees both kinds. */
export const ofKind = (kind: AccountKind) => (eb: ExpressionBuilder<Database, 'users'>) =>
  eb('users.client_id', kind === 'operator' ? '=' : '<>', sql.lit(PORTAL_APPLICATION));
