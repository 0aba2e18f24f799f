export { passwordResetFeature } from './feature.ts';
export { createLinks } from './links.ts';
export type { PasswordReset } from './password-reset.ts';
