export { openPushKeys, type PushKeys, readPushKeys } from './keys.ts';
export { refuseKeys, type Subscription, toPushRequest } from './push-request.ts';
