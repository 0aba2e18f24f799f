export { makerAccountsFeature } from './feature.ts';
