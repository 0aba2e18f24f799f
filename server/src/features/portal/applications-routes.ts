import type { portalResources } from '@azulejo/contract';
import type { PortalHandlers } from '../portal-accounts/index.ts';

export function applicationHandlers(): PortalHandlers<typeof portalResources.applications> {
  return {};
}
