import type { PortalAccess, PortalRole } from '@azulejo/contract';

/** A role includes the rights of all lower ones. */
const ranks: Readonly<Record<PortalRole, number>> = { viewer: 0, developer: 1, owner: 2 };
const required: Readonly<Record<PortalAccess, number>> = {
  'portal-viewer': 0,
  'portal-developer': 1,
  'portal-owner': 2,
};

/** Returns whether a role has fewer rights than another. */
export const isLower = (role: PortalRole, other: PortalRole): boolean => ranks[role] < ranks[other];

export const isAllowed = (role: PortalRole, access: PortalAccess): boolean => ranks[role] >= required[access];
