export { canConvert, convert, displayValue, format, type UnitSystem, unitFor } from '@azulejo/units';
export type { CallOptions } from './call.ts';
export { type Client, type ClientOptions, createClient } from './client.ts';
export { AzulejoError, type AzulejoErrorName } from './errors.ts';
export { backoffMs } from './live/backoff.ts';
export type { LiveAccess } from './live/live.ts';
export {
  type Address,
  type Asked,
  type AskOptions,
  type Change,
  type ChangesOptions,
  type Confirmation,
  type Handlers,
  type Live,
  type LiveEvents,
  type LiveOptions,
  type LiveState,
  type ReadValue,
  Unavailable,
} from './live/types.ts';
export { createPortal, type Portal, type PortalOptions } from './portal.ts';
export {
  type Condition,
  type ConditionKind,
  type Moment,
  mayAlarm,
  type Severity,
} from './rendering/condition.ts';
export { ACCESS, isReachable } from './rendering/reachable.ts';
export { type OpenState, type RenderedTile, renderTile, valuesOfTile } from './rendering/render-tile.ts';
export type { Preferences, Slot } from './rendering/slot.ts';
export { type SvgOptions, tilesToSvg } from './rendering/tiles-to-svg.ts';
export type { Toggle } from './rendering/toggle.ts';
export { type Values, valueKey } from './rendering/values.ts';
export type { ImageType, Method, Resource, Resources, Uploads } from './resources.ts';
export type { NewAccount, PasswordCredentials, RefreshGrant, SignIn, SignOut, SignUp } from './sign-in.ts';
export { memoryTokenStore, type TokenStore, type WebStorage, webTokenStore } from './token-store.ts';
