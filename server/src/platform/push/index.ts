export { openPushKeys, type PushKeys, readPushKeys } from './keys.ts';
export { type HubFormat, type PhoneHub, toHubRequest } from './phone-hub.ts';
export { type PushRequest, refuseKeys, type Subscription, toPushRequest } from './push-request.ts';
