export { type Audit, type AuditEntry, type By, createAudit } from './audit.ts';
