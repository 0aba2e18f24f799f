import { createClient } from '@azulejo/sdk';
import { signInStore } from './sign-in/kept-sign-in.ts';

const said = (name: string): string =>
  document.querySelector<HTMLMetaElement>(`meta[name="azulejo-${name}"]`)?.content ?? '';

/** The application whose users sign in here, and its minimum password length. */
export const clientId = said('client-id');
export const minPasswordLength = Number(said('least-password-length'));
/** Without a mail server the operator has to hand over every link. */
export const sendsMail = said('sends-mail') === 'true';

/** Version of the platform that served this page. */
export const version = said('version');

/**
 * The only client of the page. It stays signed in until the person signs out, or closes the tab of a shared
 * computer.
 */
export const client = createClient({
  url: window.location.origin,
  clientId,
  storage: signInStore,
});
