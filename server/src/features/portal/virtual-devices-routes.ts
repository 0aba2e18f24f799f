import type { portalResources } from '@azulejo/contract';
import type { PortalHandlers } from '../portal-accounts/index.ts';

export function virtualDeviceHandlers(): PortalHandlers<typeof portalResources.virtualDevices> {
  return {};
}
