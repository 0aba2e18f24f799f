export {
  ACCESS,
  type Address,
  type Condition,
  type ConditionKind,
  type Dictionary,
  isReachable,
  type Moment,
  type Severity,
  valueKey,
} from '@azulejo/model';
export { canConvert, convert, displayValue, format, type UnitSystem, unitFor } from '@azulejo/units';
export type * from './api/resources.generated.ts';
export type * from './api/types.generated.ts';
export type { CallOptions } from './call.ts';
export { type Client, type ClientOptions, createClient } from './client.ts';
export { AzulejoError, type AzulejoErrorName } from './errors.ts';
export type { List } from './list.ts';
export type { LiveAccess } from './live/access.ts';
export { backoffMs } from './live/backoff.ts';
export {
  type AskOptions,
  type Change,
  type ChangesOptions,
  type Confirmation,
  type Handlers,
  type LastValue,
  type Live,
  type LiveEvents,
  type LiveOptions,
  type LiveRequest,
  type LiveState,
  type ReadValue,
  Unavailable,
} from './live/types.ts';
export type { ImageType } from './methods.ts';
export type { HomeTile, ReadHome, ReadHomeInput } from './read-home.ts';
export { mayAlarm } from './rendering/condition.ts';
export { brightnessAt, type Dimmer, type Light, percentOf } from './rendering/lamp.ts';
export { type OpenState, type RenderedTile, renderTile, valuesOfTile } from './rendering/render-tile.ts';
export type { DisplayPreferences, Slot } from './rendering/slot.ts';
export { type SvgOptions, tilesToSvg } from './rendering/tiles-to-svg.ts';
export { type Toggle, toggleWord } from './rendering/toggle.ts';
export type { Values } from './rendering/values.ts';
export { type Movement, type Reading, type Wide, type WideKind, wideKindOf } from './rendering/wide.ts';
export type { NewAccount, PasswordCredentials, RefreshGrant, SignIn, SignOut, SignUp } from './sign-in.ts';
export { memoryTokenStore, type TokenStore, type WebStorage, webTokenStore } from './token-store.ts';
