import type { Client } from '@azulejo/sdk';
import type { SignInStorage } from '../../data/session/sign-in-storage.ts';
import { goToSignIn, here } from './where.ts';

type Options = {
  readonly client: Client;
  readonly signIn: SignInStorage;
  /** Deletes everything that this browser stores for speed and offline use. */
  readonly forget: () => Promise<void>;
};

/** Ends the sign-in at the platform and deletes the person's data here. */
export async function signOut({ client, signIn, forget }: Options): Promise<void> {
  // This loads the token into memory, so that the client can end the sign-in at the platform.
  await client.token();
  signIn.leave();
  await forget();
  const isReached = await client.signOut().then(
    () => true,
    () => false,
  );
  goToSignIn({ reason: isReached ? 'signed-out' : 'unreached' });
}

/**
 * Opens the sign-in page when the sign-in was ended elsewhere, and returns to the same page afterwards. When another
 * person signs in, the tab where that happens deletes the data of the previous one, and all tabs open the new home.
 */
export function followSignIn({ signIn, forget }: Omit<Options, 'client'>): void {
  signIn.onEnd((reason) => {
    if (reason === 'replaced') return location.replace('/home');
    const next = here();
    void forget().finally(() => goToSignIn({ reason, next }));
  });
  signIn.onReplace(async () => {
    await forget();
    // A page that deleted the data stores none afterwards.
    location.reload();
  });
}
