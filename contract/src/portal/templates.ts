/** Of the portal. */
export const portalTemplates = {};
