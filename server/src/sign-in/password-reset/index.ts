export { passwordResetFeature } from './feature.ts';
export type { PasswordReset } from './password-reset.ts';
