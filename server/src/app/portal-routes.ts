import { portalOperations, portalResources } from '@azulejo/contract';
import type { FastifyInstance } from 'fastify';
import { monitoringHandlers, toPortalCheck } from '../admin/monitoring/index.ts';
import {
  applicationHandlers,
  applicationUserHandlers,
  auditLogHandlers,
  messageHandlers,
  templateEditorHandlers,
  virtualDeviceHandlers,
} from '../admin/portal/index.ts';
import { brokerUrls } from '../config/mqtt-settings.ts';
import type { Uploads } from '../home/uploads/index.ts';
import { refuseOtherMethods, registerOperations } from '../platform/http/operations.ts';
import { channelUrlsOf } from './channel-urls.ts';
import { examineRunning } from './doctor/running.ts';
import type { Features, Platform } from './features.ts';
import { version } from './version.ts';

/** Registers every operation that the portal's pages call. */
export function registerPortalRoutes(
  app: FastifyInstance,
  features: Features,
  { db, clock, config, metrics }: Platform,
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
  const applications = applicationHandlers({ ...features, db, clock, metrics, tokenLifetimes, endpoints });
  registerOperations(app, portalResources.applications, applications, authorize);
  registerOperations(
    app,
    portalResources.users,
    applicationUserHandlers({ ...features, db, urls: channelUrlsOf(features, config) }),
    authorize,
  );
  const virtualDevices = virtualDeviceHandlers({ ...features, db, urls: channelUrlsOf(features, config) });
  const templateHandlers = templateEditorHandlers({ ...features, uploads, config });
  registerOperations(app, portalResources.templates, templateHandlers, authorize);
  registerOperations(app, portalResources.virtualDevices, virtualDevices, authorize);
  const { monitoring } = features;
  const jobs = monitoring.jobs.list;
  const examine = async () => (await examineRunning({ config, db, clock, metrics, jobs })).map(toPortalCheck);
  const monitoringRoutes = monitoringHandlers({ monitoring, clock, version, examine });
  registerOperations(app, portalResources.monitoring, monitoringRoutes, authorize);
  registerOperations(app, portalResources.messages, messageHandlers({ ...features, db }), authorize);
  refuseOtherMethods(app, portalOperations);
}
