export { createServerBus } from './create-server-bus.ts';
export { createNoBus } from './none.ts';
export type { Gap, Origin, Place, ServerBus } from './server-bus.ts';
