export { newAuthenticator } from './authenticator.ts';
export { newRecoveryCodes, recoveryCodeHash } from './recovery-codes.ts';
export { type CodeStore, createTakeCode, type Proof, type TakeCode } from './take-code.ts';
