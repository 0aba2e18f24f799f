import type { portalResources } from '@azulejo/contract';
import type { PortalHandlers } from '../portal-accounts/index.ts';

export function monitoringHandlers(): PortalHandlers<typeof portalResources.monitoring> {
  return {};
}
