import { createPortal } from '@azulejo/sdk';

/** `X-Error` of a request without a valid session. */
const SESSION_REQUIRED = '1608';

const ends = new EventTarget();

/**
 * Calls the listener when the platform says that the session has ended; returns a function that removes it.
 */
export function whenSessionEnds(heard: () => void): () => void {
  ends.addEventListener('end', heard);
  return () => ends.removeEventListener('end', heard);
}

/** The client of the portal's pages. */
export const portal = createPortal({
  url: window.location.origin,
  fetch: async (input, init) => {
    const response = await fetch(input, init);
    if (response.headers.get('x-error') === SESSION_REQUIRED) ends.dispatchEvent(new Event('end'));
    return response;
  },
});
