export type { AutomationCommand } from './automation-command.ts';
export type { Work, WorkResult } from './automation-work.ts';
export type { Derivation, Deriving, PhoneReport } from './derivation.ts';
export { writePathFeature } from './feature.ts';
export type { WritePath } from './write-path.ts';
