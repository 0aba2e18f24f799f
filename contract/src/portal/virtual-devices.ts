/** Of the portal. */
export const portalVirtualDevices = {};
