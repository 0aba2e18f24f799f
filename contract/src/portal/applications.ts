/** Of the portal. */
export const portalApplications = {};
