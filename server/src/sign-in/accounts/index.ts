export type { Accounts } from './accounts.ts';
export { accountsFeature } from './feature.ts';
export { checkPassword } from './password-rules.ts';
