import type { AnyOperation } from '../operations.ts';
import { portalAccounts } from './accounts.ts';
import { portalApplications } from './applications.ts';
import { portalAuditLog } from './audit-log.ts';
import { portalBridges } from './bridges.ts';
import { portalDevices } from './devices.ts';
import { portalInvitations } from './invitations.ts';
import { portalManagers } from './managers.ts';
import { portalMessages } from './messages.ts';
import { portalMonitoring } from './monitoring.ts';
import { portalPasswordLinks } from './password-links.ts';
import { portalSecurity } from './security.ts';
import { portalSession } from './session.ts';
import { portalTemplates } from './templates.ts';
import { portalTokens } from './tokens.ts';
import { portalUsers } from './users.ts';
import { portalVirtualDevices } from './virtual-devices.ts';

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
} as const;

export const portalOperations: readonly AnyOperation[] = Object.values(portalResources).flatMap(
  (resource): AnyOperation[] => Object.values(resource),
);
