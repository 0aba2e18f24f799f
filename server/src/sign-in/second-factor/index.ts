export { secondFactorFeature } from './feature.ts';
export type { SecondFactor } from './second-factor.ts';
