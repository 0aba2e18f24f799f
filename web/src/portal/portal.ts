import { createPortal } from '@azulejo/sdk';

/** `X-Error` of a call for which nobody is signed in. */
const SESSION_REQUIRED = '1608';

const ends = new EventTarget();

/** Calls back when the platform says that nobody is signed in any more; the answer stops that. */
export function whenSessionEnds(heard: () => void): () => void {
  ends.addEventListener('end', heard);
  return () => ends.removeEventListener('end', heard);
}

/** The one client of the pages. */
export const portal = createPortal({
  url: window.location.origin,
  fetch: async (input, init) => {
    const response = await fetch(input, init);
    if (response.headers.get('x-error') === SESSION_REQUIRED) ends.dispatchEvent(new Event('end'));
    return response;
  },
});
