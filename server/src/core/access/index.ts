export { fittingRules } from './fitting-rules.ts';
export { policies, type Relation, type Rule } from './policies.ts';
export {
  type Caller,
  type ChannelAccess,
  type ClientOwner,
  type Context,
  channelOf,
  type Handlers,
  isSelf,
  type Owner,
  type Principal,
  principalOf,
  type Subject,
  subjectOf,
  type VisibleChannel,
} from './principal.ts';
