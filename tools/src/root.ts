import { fileURLToPath } from 'node:url';

/** The checkout that this file lies in, with a slash at its end. */
export const root = fileURLToPath(new URL('../../', import.meta.url));
