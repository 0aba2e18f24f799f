import type { Client } from '../../../identity/applications/index.ts';
import type { Family } from './generations.ts';
import type { TokenStatements } from './token-statements.ts';

/** A stored sign-in: the family of all tokens that were issued for it. */
export type FamilyRow = NonNullable<Awaited<ReturnType<TokenStatements['family']['get']>>>;
type States = Pick<FamilyRow, 'revokedAt' | 'clientState' | 'userState'>;

/** Returns whether the sign-in was ended, or its user or application disabled. */
export const isEnded = ({ revokedAt, clientState, userState }: States): boolean =>
  revokedAt !== null || clientState !== 'enabled' || !maySignIn(userState);

/** Returns whether the user may sign in. `userState` is null for a sign-in without a user. */
export const maySignIn = (userState: States['userState']): boolean =>
  userState === null || userState === 'active';

export const toFamily = (row: FamilyRow, client: Client): Family => ({
  id: row.id,
  client,
  userId: row.user_id,
  grantType: row.grant_type,
  scopes: JSON.parse(row.scopes_json) as string[],
  state: row.state,
});
