import { type Static, Type } from 'typebox';
import type { Access } from '../../operation.ts';

/** The scopes of an access token. `write` includes `read`. */
export const PortalScope = Type.Union([
  Type.Literal('applications:read'),
  Type.Literal('applications:write'),
  Type.Literal('users:read'),
  Type.Literal('users:write'),
  Type.Literal('templates:read'),
  Type.Literal('templates:write'),
  Type.Literal('devices:read'),
  Type.Literal('devices:write'),
  Type.Literal('monitoring:read'),
]);
export type PortalScope = Static<typeof PortalScope>;

export const portalScopes: readonly PortalScope[] = PortalScope.anyOf.map(({ const: scope }) => scope);

type Area = 'applications' | 'users' | 'templates' | 'devices' | 'monitoring';

/**
 * The areas by resource. Resources that are not here (accounts, invitations, sessions, passwords, tokens) are
 * closed to access tokens: a leaked token must not give itself more rights or a longer life.
 */
const areas: Readonly<Record<string, Area>> = {
  applications: 'applications',
  managers: 'applications',
  bridges: 'applications',
  users: 'users',
  templates: 'templates',
  devices: 'devices',
  virtualDevices: 'devices',
  monitoring: 'monitoring',
  messages: 'monitoring',
  auditLog: 'monitoring',
  servers: 'monitoring',
};

/** Returns the scope that an operation of the portal needs; undefined if no token may call it. */
export function portalScopeOf({ id, access }: { id: string; access: Access }): PortalScope | undefined {
  const area = areas[id.split('.')[1] ?? ''];
  if (area === undefined) return undefined;
  // Access tokens read what the servers measure. Only owners themselves drain a server.
  if (area === 'monitoring') return access === 'portal-viewer' ? 'monitoring:read' : undefined;
  return `${area}:${access === 'portal-viewer' ? 'read' : 'write'}`;
}

/** Returns whether the scopes include the needed one. */
export const includesScope = (scopes: readonly PortalScope[], needed: PortalScope): boolean =>
  scopes.includes(needed) || scopes.some((scope) => scope === needed.replace(/:read$/, ':write'));
