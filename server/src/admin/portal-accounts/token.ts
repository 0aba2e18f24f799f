import type { PortalScope } from '@azulejo/contract';
import type { Selectable } from 'kysely';
import type { Database } from '../../database/index.ts';

/** An access token of an account. The token itself is not stored. */
export type Token = {
  id: string;
  name: string;
  hint: string;
  scopes: PortalScope[];
  created: number;
  expires: number;
  lastUsed: number | undefined;
};

export const toToken = (
  row: Omit<Selectable<Database['portal_tokens']>, 'token_hash' | 'account_id'>,
): Token => ({
  id: row.id,
  name: row.name,
  hint: row.hint,
  scopes: JSON.parse(row.scopes) as PortalScope[],
  created: row.created,
  expires: row.expires,
  lastUsed: row.last_used ?? undefined,
});
