export { homesFeature } from './feature.ts';
export type { HomeRecords } from './home-records.ts';
export { prepareMarkHome, prepareRaiseHomeRevision, raiseHomeRevision } from './home-revision.ts';
