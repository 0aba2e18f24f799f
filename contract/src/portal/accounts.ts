/** Of the portal. */
export const portalAccounts = {};
