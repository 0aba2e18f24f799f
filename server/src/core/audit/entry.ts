/** One fact of the audit log. `detail` never holds a secret. */
export type AuditEntry = {
  actorId?: string | undefined;
  action: string;
  targetId?: string | undefined;
  address?: string | undefined;
  detail?: string | undefined;
};

/** On whose behalf something is done, and from where. Both are absent when the operator does it on the command line. */
export type By = Pick<AuditEntry, 'actorId' | 'address'>;
