export { createGrantAsks, GRANT_ASK_MS, type GrantAsk, type GrantAsks } from './grant-asks.ts';
export { registerPairingPages } from './page-routes.ts';
export { createPairing, type Pairing } from './pairing.ts';
export { authorizationHandler, pairingHandlers } from './pairing-routes.ts';
export { recipeHandlers } from './recipe-routes.ts';
export { templateHandlers } from './templates-routes.ts';
