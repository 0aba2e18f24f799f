import { portalResources } from '@azulejo/contract';
import { fakeOperations, type Replies } from '../../testing/fake-operations.ts';

/** Stands in for the platform under the portal. */
export function fakePortal(replies: Replies<typeof portalResources> = {}) {
  const platform = fakeOperations(portalResources, 'portal.');
  platform.reply(replies);
  return platform;
}
