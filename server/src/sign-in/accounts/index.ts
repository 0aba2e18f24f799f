export type { Accounts } from './accounts.ts';
export { accountsFeature } from './feature.ts';
export { checkNewAccount, checkPassword, findPasswordFault, type PasswordFault } from './password-rules.ts';
