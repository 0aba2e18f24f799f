/** Of the portal. */
export const portalUsers = {};
