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
  type HomeAccess,
  isSelf,
  type NamedHome,
  type OfChannel,
  type OfHome,
  type OfUser,
  type Owner,
  type Principal,
  personOf,
  type SignedIn,
  type Subject,
  type VisibleChannel,
  type Visitor,
} from './principal.ts';
