export { pairingFeature } from './feature.ts';
export { GRANT_REQUEST_MS, type GrantRequests } from './grant-requests.ts';
export type { Pairing } from './pairing.ts';
