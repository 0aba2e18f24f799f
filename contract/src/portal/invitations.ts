/** Of the portal. */
export const portalInvitations = {};
