import type { AuditAction } from '@azulejo/contract';
import { hidden } from '../../platform/secrets.ts';

/** One fact of the audit log. `detail` never holds a secret. */
export type AuditEntry = {
  actorId?: string;
  action: AuditAction;
  targetId?: string;
  address?: string;
  detail?: string;
};

/** Who did something, and from which address. Both are absent for the operator on the command line. */
export type By = Pick<AuditEntry, 'actorId' | 'address'>;

const ID = /^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|me|self)$/i;

/** Masks what a refused caller sent as an id unless it has the form of one: people type passwords into wrong fields. */
export const onlyId = (sent: string | undefined): string | undefined =>
  sent === undefined || ID.test(sent) ? sent : hidden;
