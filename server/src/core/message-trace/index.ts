export {
  createTraffic,
  type Party,
  type Passed,
  type Reason,
  type Told,
  type Traffic,
  type Via,
} from './traffic.ts';
