import { fileURLToPath } from 'node:url';

/** What `web/` is built into; it goes with the package. */
export const webFolder = fileURLToPath(new URL('../../web/', import.meta.url));
