export type { Accounts, OpenAccount } from './accounts.ts';
export type { Credentials } from './credentials.ts';
export { linkedAccountsFeature } from './feature.ts';
export { accountValues } from './refresh.ts';
export { readLostSecrets } from './sealing.ts';
export { fillStep, hasPlaceholder, StepError } from './steps/fill-step.ts';
export { requireOrigin, runSteps } from './steps/run-steps.ts';
export { readSteps, type Step } from './steps/step.ts';
