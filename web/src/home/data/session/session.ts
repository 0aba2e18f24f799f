import type { Client } from '@azulejo/sdk';
import { createContext } from 'react';
import { useRequired } from '../../../design/use-required.ts';
import type { PageSettings } from './page-settings.ts';
import type { SignInStorage } from './sign-in-storage.ts';

/** Holds what every part of Home needs to act for the person who is signed in. */
export type Session = {
  /**
   * The only client of the page. It stays signed in until the person signs out, or closes the tab of a shared
   * computer.
   */
  readonly client: Client;
  readonly settings: PageSettings;
  readonly signIn: SignInStorage;
  /** Ends the sign-in at the platform, deletes the person's data here and opens the sign-in page. */
  readonly signOut: () => Promise<void>;
};

export const SessionContext = createContext<Session | undefined>(undefined);

export const useSession = (): Session => useRequired(SessionContext, 'SessionContext');
