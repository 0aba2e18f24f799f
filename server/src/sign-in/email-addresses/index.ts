export type { EmailAddresses } from './email-addresses.ts';
export { emailAddressesFeature } from './feature.ts';
