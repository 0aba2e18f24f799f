import { adminActions } from './admin/audit-actions.ts';
import { automationActions } from './automation/audit-actions.ts';
import { connectionsActions } from './connections/audit-actions.ts';
import { coreActions } from './core/audit-actions.ts';
import { devicesActions } from './devices/audit-actions.ts';
import { homeActions } from './home/audit-actions.ts';
import { identityActions } from './identity/audit-actions.ts';
import { signInActions } from './sign-in/audit-actions.ts';
import { telemetryActions } from './telemetry/audit-actions.ts';

/**
 * Actions of the audit log, and their sentences in the portal, in English. `{actor}`, `{target}` and `{detail}` are
 * replaced by those of the entry. `ofOneself` is the sentence for actors who act on themselves.
 */
export type AuditActions = Readonly<
  Record<string, string | { readonly text: string; readonly ofOneself: string }>
>;

/** The actions that have a sentence, each declared by the wing of the feature that records it. */
export const auditActions = {
  ...adminActions,
  ...automationActions,
  ...connectionsActions,
  ...coreActions,
  ...devicesActions,
  ...homeActions,
  ...identityActions,
  ...signInActions,
  ...telemetryActions,
} as const satisfies AuditActions;

export type NamedAuditAction = keyof typeof auditActions;

/** Refusals of other operations are named after the operation: `refused.tiles.list`. */
export type AuditAction = NamedAuditAction | `refused.${string}`;
