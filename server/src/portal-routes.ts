import { portalOperations, portalResources } from '@azulejo/contract';
import type { FastifyInstance } from 'fastify';
import { monitoringHandlers } from './features/monitoring/index.ts';
import {
  applicationHandlers,
  applicationUserHandlers,
  templateEditorHandlers,
  virtualDeviceHandlers,
} from './features/portal/index.ts';
import type { Features } from './features.ts';
import { refuseOtherMethods, registerOperations } from './platform/http/operations.ts';

/** Every operation that the portal's pages call. */
export function registerPortalRoutes(app: FastifyInstance, features: Features): void {
  const { portalAccounts } = features;
  const { authorize } = portalAccounts;
  registerOperations(app, portalResources.session, portalAccounts.sessionHandlers, authorize);
  registerOperations(app, portalResources.accounts, {}, authorize);
  registerOperations(app, portalResources.invitations, {}, authorize);
  registerOperations(app, portalResources.auditLog, {}, authorize);
  registerOperations(app, portalResources.applications, applicationHandlers(), authorize);
  registerOperations(app, portalResources.users, applicationUserHandlers(), authorize);
  registerOperations(app, portalResources.templates, templateEditorHandlers(), authorize);
  registerOperations(app, portalResources.virtualDevices, virtualDeviceHandlers(), authorize);
  registerOperations(app, portalResources.monitoring, monitoringHandlers(), authorize);
  refuseOtherMethods(app, portalOperations);
}
