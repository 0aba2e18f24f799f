import { createClient, webTokenStore } from '@azulejo/sdk';

const clientId = document.querySelector<HTMLMetaElement>('meta[name="azulejo-client-id"]')?.content ?? '';

/** The one client of the page. It stays signed in until the person signs out. */
export const client = createClient({
  url: window.location.origin,
  clientId,
  storage: webTokenStore(window.localStorage),
});
