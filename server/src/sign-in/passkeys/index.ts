export { passkeysFeature } from './feature.ts';
export type { Passkeys } from './passkeys.ts';
export type { PasskeyRow, PasskeyUse } from './rows.ts';
