export type { StoredAgent } from './agent-row.ts';
export type { Agents } from './agents.ts';
export type { RequireRunnable } from './check/require-runnable.ts';
export { definitionOf } from './definition-input.ts';
export { agentsFeature } from './feature.ts';
export type { CompiledHome, Homes as AgentHomes } from './homes.ts';
export type { AgentRecords } from './run-records.ts';
export { type PartWords, partWords, toProperty } from './words/part-words.ts';
export type { HomeTeller, TellerFor } from './words/teller.ts';
