export type { StoredAutomation } from './automation-row.ts';
export type { Automations } from './automations.ts';
export type { CheckLimit } from './check/check-limit.ts';
export type { RequireRunnable } from './check/require-runnable.ts';
export { definitionOf } from './definition-input.ts';
export type { DescribeAutomations } from './describe-automations.ts';
export { automationsFeature } from './feature.ts';
export {
  type CompiledHome,
  cannotRun,
  type EarlierVersion,
  type Homes as AutomationHomes,
  type JudgedAutomation,
  type KnownAutomation,
} from './homes.ts';
export type { AllowedRecipients } from './read-models/allowed-recipients.ts';
export { requireMaySave } from './require-may-save.ts';
export type { AutomationRecords } from './run-records.ts';
export { authorOf } from './stored-automations.ts';
export { loadLanguage } from './words/load-language.ts';
export { type PartWords, partWords, toProperty } from './words/part-words.ts';
export type { HomeWording, WordingFor } from './words/wording.ts';
