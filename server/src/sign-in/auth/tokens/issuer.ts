import type { BoundStatement } from '@azulejo/storage';
import type { Db } from '../../../database/index.ts';
import type { Clock } from '../../../platform/clock.ts';
import { createGenerations, type Lifetimes } from './generations.ts';
import { createNewSignIn, type MaxSignIns } from './new-sign-in.ts';
import { createRotation } from './rotation.ts';
import { prepareTokenStatements } from './token-statements.ts';

export type TokenIssuer = ReturnType<typeof createTokenIssuer>;

/** Creates tokens and the statements that store them. Only hashes are stored. */
export function createTokenIssuer(db: Db, clock: Clock, lifetimes: Lifetimes, maxSignIns: MaxSignIns) {
  const statements = prepareTokenStatements(db);
  const generations = createGenerations(statements, lifetimes);
  return {
    statements,
    /** Returns a statement that ends a sign-in. */
    endStatement: (id: string, because: string): BoundStatement =>
      statements.revokeSignIn.bind({ id, now: clock.now(), because }),
    newCode: generations.newCode,
    newSignIn: createNewSignIn({ clock, statements, generations, maxSignIns }),
    rotation: createRotation({ clock, statements, generations }),
  };
}
