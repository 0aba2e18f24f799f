export { BUS_VERSION } from './batch.ts';
export { createServerBus } from './create-server-bus.ts';
export { type BusMetrics, createBusMetrics } from './metrics.ts';
export { createNoBus } from './none.ts';
export type { Gap, Origin, Place, ServerBus } from './server-bus.ts';
