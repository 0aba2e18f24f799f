export { managersFeature } from './feature.ts';
export type { ManagerWebhooks, Webhooks } from './manager-webhooks.ts';
