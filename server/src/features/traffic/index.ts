export { createTraffic, type Party, type Passed, type Reason, type Traffic, type Via } from './traffic.ts';
