export type { AgentCommand } from './agent-command.ts';
export type { Derivation, Deriving, PhoneReport } from './derivation.ts';
export { writePathFeature } from './feature.ts';
export type { Work, WorkResult } from './work.ts';
export type { WritePath } from './write-path.ts';
