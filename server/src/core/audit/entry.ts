import type { AuditAction } from '@azulejo/contract';

/** One fact of the audit log. `detail` never holds a secret. */
export type AuditEntry = {
  actorId?: string | undefined;
  action: AuditAction;
  targetId?: string | undefined;
  address?: string | undefined;
  detail?: string | undefined;
};

/** Who did something, and from which address. Both are absent for the operator on the command line. */
export type By = Pick<AuditEntry, 'actorId' | 'address'>;
