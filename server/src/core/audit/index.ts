export { type Audit, createAudit } from './audit.ts';
export { type AuditEntry, type By, onlyId } from './entry.ts';
export { auditFeature } from './feature.ts';
export type { AuditRetention } from './prune-audit.ts';
export { type AuditPosition, type AuditRecord, readAudit } from './read-audit.ts';
export { verifyAudit } from './verify-audit.ts';
