import type { Db } from '../../../database/index.ts';
import { prepareAccessTokenStatements } from './access-token-statements.ts';
import { prepareCodeStatements } from './code-statements.ts';
import { prepareRotationStatements } from './rotation-statements.ts';
import { prepareSignInStatements } from './sign-in-statements.ts';

/** Prepares the statements of sign-in, rotation and token check, which run in the path of every request. */
export const prepareTokenStatements = (db: Db) => ({
  ...prepareSignInStatements(db),
  ...prepareRotationStatements(db),
  ...prepareAccessTokenStatements(db),
  ...prepareCodeStatements(db),
});

export type TokenStatements = ReturnType<typeof prepareTokenStatements>;
