export { type WebhookKeyOf, webhookMakerFeature } from './feature.ts';
export type { TestWebhook } from './test-webhook.ts';
