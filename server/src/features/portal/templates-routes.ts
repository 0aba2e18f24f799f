import type { portalResources } from '@azulejo/contract';
import type { PortalHandlers } from '../portal-accounts/index.ts';

export function templateEditorHandlers(): PortalHandlers<typeof portalResources.templates> {
  return {};
}
