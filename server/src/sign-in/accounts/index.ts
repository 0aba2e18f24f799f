export { type Accounts, createAccounts, type NewAccount } from './accounts.ts';
export { accountHandlers } from './accounts-routes.ts';
export { checkPassword } from './password-rules.ts';
