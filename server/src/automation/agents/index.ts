export type { StoredAgent } from './agent-row.ts';
export type { Agents } from './agents.ts';
export type { CheckLimit } from './check/check-limit.ts';
export type { RequireRunnable } from './check/require-runnable.ts';
export { definitionOf } from './definition-input.ts';
export type { DescribeAgents } from './describe-agents.ts';
export { agentsFeature } from './feature.ts';
export {
  type CompiledHome,
  cannotRun,
  type EarlierVersion,
  type Homes as AgentHomes,
  type JudgedAgent,
  type KnownAgent,
} from './homes.ts';
export type { AllowedRecipients } from './read-models/allowed-recipients.ts';
export type { AgentRecords } from './run-records.ts';
export { type PartWords, partWords, toProperty } from './words/part-words.ts';
export type { HomeWording, WordingFor } from './words/wording.ts';
