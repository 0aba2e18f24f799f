export { passkeysFeature } from './feature.ts';
export { type Passkeys, toPasskeyRecord } from './passkeys.ts';
export type { PasskeyRow, PasskeyUse } from './rows.ts';
