export { managersFeature } from './feature.ts';
export {
  type ManagerWebhooks,
  type WebhookName,
  type Webhooks,
  webhookNames,
} from './manager-webhooks.ts';
export type { RefusedTemplates } from './refused-templates.ts';
