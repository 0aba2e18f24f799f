import { createPortal } from '@azulejo/sdk';

/** The one client of the pages. */
export const portal = createPortal({ url: window.location.origin });
