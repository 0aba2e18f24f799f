import { toRights } from '../../../core/access/index.ts';
import type { Client } from '../../../identity/applications/index.ts';
import type { SignIn } from './generations.ts';
import type { TokenStatements } from './token-statements.ts';

/** A stored sign-in, to which all tokens belong that were issued for it. */
export type StoredSignIn = NonNullable<Awaited<ReturnType<TokenStatements['signIn']['get']>>>;
type States = Pick<StoredSignIn, 'revokedAt' | 'clientState' | 'userState'>;

/** Returns whether the sign-in was ended, or its user or application disabled. */
export const isEnded = ({ revokedAt, clientState, userState }: States): boolean =>
  revokedAt !== null || clientState !== 'enabled' || !maySignIn(userState);

/** Returns whether the user may sign in. `userState` is null for a sign-in without a user. */
export const maySignIn = (userState: States['userState']): boolean =>
  userState === null || userState === 'active';

export const toSignIn = (row: StoredSignIn, client: Client): SignIn => ({
  id: row.id,
  client,
  userId: row.user_id,
  grantType: row.grant_type,
  scopes: JSON.parse(row.scopes_json) as string[],
  rights: toRights(row.rights_json),
  state: row.state,
});
