export { registerResetPage } from './page-routes.ts';
export { createPasswordReset, type PasswordReset } from './password-reset.ts';
export { passwordResetHandlers } from './password-reset-routes.ts';
