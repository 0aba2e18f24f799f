export type * from '../api/types.generated.ts';
export type { CallOptions } from '../call.ts';
export { AzulejoError, type AzulejoErrorName } from '../errors.ts';
export type { List } from '../list.ts';
export { type LiveState, Unavailable } from '../live/types.ts';
export { memoryTokenStore, type TokenStore } from '../token-store.ts';
export type { GrantInput, ManagerChannels } from './channels.ts';
export { fileOutboxStore } from './file-outbox-store.ts';
export { createManager, type ManagerClient, type ManagerOptions } from './manager.ts';
export type { NodeListener } from './node-listener.ts';
export type { OutboxOptions, OutboxState, RefusedReport } from './outbox.ts';
export type { OutboxChange, OutboxStore, StoredReport } from './outbox-store.ts';
export type { ManagerTemplates } from './templates.ts';
export type {
  EndedGrant,
  ManagerEvents,
  ManagerHandlers,
  ManagerLive,
  ManagerLiveOptions,
  ManagerRequest,
  Scope,
} from './types.ts';
export type {
  AuthorizeStep,
  MakerDevice,
  ManagerWebhooks,
  WebhookCall,
  WebhookHandlers,
  WebhookOptions,
} from './webhook-types.ts';
