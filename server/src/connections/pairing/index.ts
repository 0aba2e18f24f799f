export { pairingFeature } from './feature.ts';
export { GRANT_ASK_MS, type GrantAsk, type GrantAsks } from './grant-asks.ts';
export type { Pairing } from './pairing.ts';
