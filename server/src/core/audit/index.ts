export { type Audit, type AuditEntry, type By, createAudit } from './audit.ts';
export type { AuditRetention } from './prune-audit.ts';
export { type AuditPosition, type AuditRecord, readAudit } from './read-audit.ts';
