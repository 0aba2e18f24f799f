import type { portalResources } from '@azulejo/contract';
import type { PortalHandlers } from '../portal-accounts/index.ts';

export function applicationUserHandlers(): PortalHandlers<typeof portalResources.users> {
  return {};
}
