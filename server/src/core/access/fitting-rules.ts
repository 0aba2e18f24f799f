import type { Rule } from './policies.ts';
import type { Principal } from './principal.ts';

/** Returns the rules that match the kind of principal and the scopes of its token. */
export function fittingRules(rules: readonly Rule[], principal: Pick<Principal, 'kind' | 'scopes'>): Rule[] {
  return rules.filter(
    (rule) =>
      rule.principal === principal.kind &&
      (rule.scope === undefined || principal.scopes.includes(rule.scope)),
  );
}
