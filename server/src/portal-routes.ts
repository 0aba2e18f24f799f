import { portalOperations, portalResources } from '@azulejo/contract';
import type { FastifyInstance } from 'fastify';
import { monitoringHandlers } from './features/monitoring/index.ts';
import {
  applicationHandlers,
  applicationUserHandlers,
  auditLogHandlers,
  messageHandlers,
  templateEditorHandlers,
  virtualDeviceHandlers,
} from './features/portal/index.ts';
import type { Uploads } from './features/uploads/index.ts';
import type { Features, Platform } from './features.ts';
import { brokerUrls } from './mqtt-settings.ts';
import { refuseOtherMethods, registerOperations } from './platform/http/operations.ts';

/** Every operation that the portal's pages call. */
export function registerPortalRoutes(
  app: FastifyInstance,
  features: Features,
  { db, clock, config }: Platform,
  uploads: Uploads,
): void {
  const { portalAccounts } = features;
  const { authorize, handlers } = portalAccounts;
  registerOperations(app, portalResources.session, handlers.session, authorize);
  registerOperations(app, portalResources.security, handlers.security, authorize);
  registerOperations(app, portalResources.accounts, handlers.accounts, authorize);
  registerOperations(app, portalResources.invitations, handlers.invitations, authorize);
  registerOperations(app, portalResources.passwordLinks, handlers.passwordLinks, authorize);
  registerOperations(app, portalResources.auditLog, auditLogHandlers({ db }), authorize);
  const { tokenLifetimes, urls } = config;
  const endpoints = { http: urls.base, mqtt: brokerUrls(config) };
  const applications = applicationHandlers({ ...features, db, clock, tokenLifetimes, endpoints });
  registerOperations(app, portalResources.applications, applications, authorize);
  registerOperations(app, portalResources.users, applicationUserHandlers(), authorize);
  const templateHandlers = templateEditorHandlers({ ...features, uploads, config });
  registerOperations(app, portalResources.templates, templateHandlers, authorize);
  registerOperations(app, portalResources.virtualDevices, virtualDeviceHandlers(), authorize);
  registerOperations(app, portalResources.monitoring, monitoringHandlers(), authorize);
  registerOperations(app, portalResources.messages, messageHandlers({ ...features, db }), authorize);
  refuseOtherMethods(app, portalOperations);
}
