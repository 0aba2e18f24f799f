/** The context in which credentials are sealed. */
export const CREDENTIALS_CONTEXT = 'maker-credentials';
