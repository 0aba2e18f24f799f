export { homesFeature } from './feature.ts';
export type { HomeRecords } from './home-records.ts';
export { prepareMarkHome, prepareRaiseHomeRevision, raiseHomeRevision } from './home-revision.ts';
export { type HomeRecord, type HomeSettings, SETTING_COLUMNS, settingsOfRow } from './home-settings.ts';
