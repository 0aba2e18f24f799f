export { ACCESS, type Address, addressKey, addressOf, toWireAddress, valueKey } from './address.ts';
export { componentsWith, isReadable, isWritable, propertiesOf, propertiesOfType } from './bindings.ts';
export {
  type AlarmKind,
  type AlarmRule,
  alarmRuleOf,
  type Condition,
  type ConditionKind,
  type ConditionRule,
  findWatched,
  isReachable,
  type Judgement,
  judge,
  type Moment,
  type Severity,
  type Watched,
} from './conditions.ts';
export {
  type Dictionary,
  dictionaryOf,
  nameIn,
  type OwnPhrase,
  type OwnState,
  ownPhrases,
  ownStates,
  phraseIn,
  stateIn,
} from './dictionary.ts';
export * as errorCodes from './error-codes.ts';
export {
  exampleValue,
  exampleValues,
  narrowedSchema,
  type ValueRange,
  valueRange,
} from './example-values.ts';
export { type FailedState, failedStateOf, writeErrorNames, writeErrors } from './failed-writes.ts';
export { isJsonObject, type JsonObject } from './json-object.ts';
export { inWords, isCommand } from './labels.ts';
export { chooseLanguage, LANGUAGES, type Language } from './languages.ts';
export { isLock, unlocks } from './lock.ts';
export { placedText } from './placed-text.ts';
export { channelRecord, tileLabel, tileRecord } from './records.ts';
export { isSame, toNumber } from './scalars.ts';
export { type ScheduleDays, WEEKDAYS } from './schedule-layouts.ts';
export { type Program, readSchedule, type Schedule, type SwitchPoint, scheduleWrites } from './schedules.ts';
export { isHarmless, isSecure } from './secure.ts';
