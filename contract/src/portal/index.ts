import type { AnyOperation } from '../operations.ts';
import { portalAccounts } from './admin/accounts.ts';
import { portalInvitations } from './admin/invitations.ts';
import { portalMonitoring } from './admin/monitoring.ts';
import { portalPasswordLinks } from './admin/password-links.ts';
import { portalSecurity } from './admin/security.ts';
import { portalSession } from './admin/session.ts';
import { portalTokens } from './admin/tokens.ts';
import { portalBridges } from './connections/bridges.ts';
import { portalDevices } from './connections/devices.ts';
import { portalManagers } from './connections/managers.ts';
import { portalVirtualDevices } from './connections/virtual-devices.ts';
import { portalAuditLog } from './core/audit-log.ts';
import { portalMessages } from './core/messages.ts';
import { portalServers } from './core/servers.ts';
import { portalTemplates } from './devices/templates.ts';
import { portalApplications } from './identity/applications.ts';
import { portalUsers } from './identity/users.ts';

/**
 * Operations for the portal's pages. They use a session cookie, or an access token of an account (decision
 * 0054), and are not part of the platform's public API (decision 0040).
 */
export const portalResources = {
  session: portalSession,
  passwordLinks: portalPasswordLinks,
  security: portalSecurity,
  tokens: portalTokens,
  accounts: portalAccounts,
  invitations: portalInvitations,
  auditLog: portalAuditLog,
  applications: portalApplications,
  managers: portalManagers,
  bridges: portalBridges,
  users: portalUsers,
  templates: portalTemplates,
  devices: portalDevices,
  virtualDevices: portalVirtualDevices,
  monitoring: portalMonitoring,
  messages: portalMessages,
  servers: portalServers,
} as const;

export const portalOperations: readonly AnyOperation[] = Object.values(portalResources).flatMap(
  (resource): AnyOperation[] => Object.values(resource),
);
