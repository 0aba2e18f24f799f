export { policies, type Relation, type Rule } from './policies.ts';
export {
  type Context,
  type Handlers,
  isSelf,
  type Principal,
  principalOf,
  type Subject,
  subjectOf,
} from './principal.ts';
