export * from './agent-record.ts';
export * from './agent-runs.ts';
export * from './agent-versions.ts';
export * from './agents.ts';
export * from './rehearsal-record.ts';
export * from './rehearsals.ts';
export { AgentReplacement } from './replace-device.ts';
export * from './run-record.ts';
