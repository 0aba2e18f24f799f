export { type Network, parseNetwork } from './addresses.ts';
export { createOutbound, type Outbound } from './outbound.ts';
