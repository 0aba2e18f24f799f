export { type Network, parseNetwork } from './addresses.ts';
export type { LoggedCall } from './call-log.ts';
export type { OutboundReply } from './exchange.ts';
export { createOutbound, type Outbound } from './outbound.ts';
export { OutboundError } from './outbound-error.ts';
export { signWebhook, signWebhookWithSubjects, webhookKeyText } from './webhook-signature.ts';
