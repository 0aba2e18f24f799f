export { managersFeature } from './feature.ts';
export type { ManagerWebhooks, WebhookName, Webhooks } from './manager-webhooks.ts';
