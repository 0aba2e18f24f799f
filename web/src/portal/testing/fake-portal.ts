import { portalResources, resources } from '@azulejo/contract';
import { fakeEventSources } from '../../testing/fake-event-source.ts';
import { fakeOperations, type Replies } from '../../testing/fake-operations.ts';

export type FakePortal = ReturnType<typeof fakePortal>;

/** Stands in for the platform under the portal: a network, which pages get instead of the browser's. */
export function fakePortal(replies: Replies<typeof portalResources> = {}) {
  const platform = fakeOperations(portalResources, 'portal.');
  platform.reply(replies);
  // Models are public: they are not part of the portal's operations.
  const models = fakeOperations({ supportedModels: resources.supportedModels });
  const fetch: typeof platform.fetch = (input, init) =>
    (String(input).includes('/v3/supported-models') ? models : platform).fetch(input, init);
  return { ...platform, fetch, ...fakeEventSources() };
}
