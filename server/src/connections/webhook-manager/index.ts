export { type WebhookKeyOf, webhookManagerFeature } from './feature.ts';
export type { TestWebhook } from './test-webhook.ts';
