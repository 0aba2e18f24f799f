import { fileURLToPath } from 'node:url';

/** The folder of the built `web/`, which is part of the package. */
export const webFolder = fileURLToPath(new URL('../../web/', import.meta.url));
