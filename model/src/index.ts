export { ACCESS, type Address, addressKey, addressOf, toWireAddress, valueKey } from './address.ts';
export { componentsWith, isReadable, isWritable, propertiesOf, propertiesOfType } from './bindings.ts';
export * as errorCodes from './error-codes.ts';
export { type FailedState, failedStateOf, writeErrorNames, writeErrors } from './failed-writes.ts';
export { isJsonObject, type JsonObject } from './json-object.ts';
export { channelRecord, tileLabel, tileRecord } from './records.ts';
