import type { BoundStatement } from '@azulejo/storage';
import type { Clock } from '../../../platform/clock.ts';
import { hashSecret } from '../../../platform/random-token.ts';
import { seal, unseal } from '../../../platform/sealed-box.ts';
import type { Generations, SignIn } from './generations.ts';
import type { IssuedToken } from './token-record.ts';
import type { TokenStatements } from './token-statements.ts';

/**
 * Access tokens kept per sign-in, since known clients refresh in a loop (manager-sdk 1.4): their unused
 * tokens would fill the disk.
 */
const MAX_GENERATIONS = 50;
const SUCCESSOR_CONTEXT = 'successor';

type Dependencies = { clock: Clock; statements: TokenStatements; generations: Generations };

/**
 * Returns a function that creates the next generation of a sign-in. The unit fails at its first statement when
 * `presented` is not the current refresh token.
 */
export function createRotation({ clock, statements, generations }: Dependencies) {
  return function rotation(
    signIn: SignIn & { generation: number },
    presented: string,
    address: string,
  ): { token: IssuedToken; statements: BoundStatement[] } {
    const now = clock.now();
    const { id, generation } = signIn;
    const { token, statements: next } = generations.newGeneration(signIn, generation + 1, now);
    const rotate = statements.rotate.bind(
      {
        id,
        presentedHash: hashSecret(presented),
        nextHash: hashSecret(token.refreshToken),
        address,
        sealedSuccessor: seal(JSON.stringify(token), presented, SUCCESSOR_CONTEXT),
        now,
        expires: generations.refreshExpiry(signIn, now),
      },
      { expectRow: true },
    );
    return {
      token,
      statements: [
        rotate,
        ...next,
        // Generation 0 is kept: a known client uses it as long as its process runs (decision 0006).
        statements.deleteEarlierTokens.bind({ signInId: id, last: generation - MAX_GENERATIONS }),
        statements.deleteExpiredCodes.bind({ signInId: id, now }),
      ],
    };
  };
}

/** Returns the tokens that were issued for the presented refresh token, with which alone they can be read. */
export function openSuccessor(sealed: string, presented: string): IssuedToken | undefined {
  const text = unseal(sealed, presented, SUCCESSOR_CONTEXT);
  return text === undefined ? undefined : (JSON.parse(text) as IssuedToken);
}
