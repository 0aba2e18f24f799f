/** Of the portal. */
export const portalMonitoring = {};
