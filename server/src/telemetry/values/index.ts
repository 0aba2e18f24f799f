export { valuesFeature } from './feature.ts';
export { forgetValues, moveValues, type ValuePlace } from './forget.ts';
export { prepareAt, prepareLockAt, preparePut, prepareReplace, type ValueRow } from './value-statements.ts';
export { type Stamp, type StoredValue, toStoredValue, type Values } from './values.ts';
