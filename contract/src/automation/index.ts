export * from './automations.ts';
export * from './record.ts';
export * from './rehearsal-record.ts';
export * from './rehearsals.ts';
export { AutomationReplacement } from './replace-device.ts';
export * from './run-record.ts';
export * from './runs.ts';
export * from './versions.ts';
