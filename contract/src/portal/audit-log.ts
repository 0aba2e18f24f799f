/** Of the portal. */
export const portalAuditLog = {};
