import { client } from '../client.ts';
import { forgetHere } from './forget-here.ts';
import { leave, onSignInOver } from './kept-sign-in.ts';
import { goToSignIn, here } from './where.ts';

/** Ends the sign-in at the platform and forgets everything of the person here. */
export async function signOut(): Promise<void> {
  // The client holds it in memory from then on, to end it at the platform.
  await client.token();
  leave();
  await forgetHere();
  const isTold = await client.signOut().then(
    () => true,
    () => false,
  );
  goToSignIn({ reason: isTold ? 'signed-out' : 'unreached' });
}

/** Leads to the sign-in when it was ended elsewhere, and from there back to where the person was. */
export function followSignIn(): void {
  onSignInOver((reason) => {
    const next = here();
    void forgetHere().finally(() => goToSignIn({ reason, next }));
  });
}
