export { fittingRules } from './fitting-rules.ts';
export { policies, type Relation, type Rule } from './policies.ts';
export {
  type Caller,
  type ChannelAccess,
  type ClientOwner,
  type Context,
  type ContextOf,
  type Contexts,
  type Handlers,
  HOME_PREFIX,
  type HomeAccess,
  isPerson,
  isSelf,
  type NamedHome,
  type OfChannel,
  type OfHome,
  type OfUser,
  type Owner,
  type Principal,
  personOf,
  type Sees,
  type SignedIn,
  type Subject,
  type UsableChannel,
  type VisibleChannel,
  type Visitor,
} from './principal.ts';
export { hasRight, type Rights, requireMaySet, requireRight, storedRights, toRights } from './rights.ts';
