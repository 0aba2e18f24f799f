export { codeMail } from './compose-mail.ts';
export { createDeliver } from './deliver.ts';
export { type Added, createQueue, type DeliveryChannel, type Queue, type Targets, tagOf } from './queue.ts';
export { createSendPush } from './send-push.ts';
export { createSendToHub } from './send-to-hub.ts';
