import { client } from '../client.ts';
import { forgetHere } from './forget-here.ts';
import { leave, onSignInOver } from './kept-sign-in.ts';
import { goToSignIn, here } from './where.ts';

/** Ends the sign-in at the platform and deletes the person's data here. */
export async function signOut(): Promise<void> {
  // This loads the token into memory, so that the client can end the sign-in at the platform.
  await client.token();
  leave();
  await forgetHere();
  const isTold = await client.signOut().then(
    () => true,
    () => false,
  );
  goToSignIn({ reason: isTold ? 'signed-out' : 'unreached' });
}

/** Opens the sign-in page when the sign-in was ended elsewhere, and returns to the same page afterwards. */
export function followSignIn(): void {
  onSignInOver((reason) => {
    const next = here();
    void forgetHere().finally(() => goToSignIn({ reason, next }));
  });
}
