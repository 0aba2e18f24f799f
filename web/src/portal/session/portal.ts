import { errorCodes } from '@azulejo/model';
import { createPortal } from '@azulejo/sdk/portal';

/** `X-Error` of a request without a valid session. */
const SESSION_REQUIRED = String(errorCodes.sessionRequired);

const SESSION_ENDED = 'azulejo-portal-session-ended';

/**
 * Calls the listener when the platform says that the session has ended; returns a function that removes it.
 */
export function whenSessionEnds(heard: () => void): () => void {
  addEventListener(SESSION_ENDED, heard);
  return () => removeEventListener(SESSION_ENDED, heard);
}

/** The client of the portal's pages. It holds no state: the session is in a cookie. */
export const portal = createPortal({
  url: window.location.origin,
  fetch: async (input, init) => {
    const response = await fetch(input, init);
    if (response.headers.get('x-error') === SESSION_REQUIRED) dispatchEvent(new Event(SESSION_ENDED));
    return response;
  },
});
