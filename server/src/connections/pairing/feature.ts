import { resources } from '@azulejo/contract';
import type { Audit } from '../../core/audit/index.ts';
import { cleanup, type Feature, type Platform } from '../../core/feature.ts';
import type { Templates } from '../../devices/templates/index.ts';
import type { Applications } from '../../identity/applications/index.ts';
import type { MakerPorts, OpenSelections } from '../makers/index.ts';
import { createGrantRequests } from './grant-requests.ts';
import { registerInbox } from './inbox-routes.ts';
import { registerPairingPages } from './page-routes.ts';
import { createPairing } from './pairing.ts';
import { authorizationHandler, pairingHandlers } from './pairing-routes.ts';
import { recipeHandlers } from './recipe-routes.ts';
import { templateHandlers } from './templates-routes.ts';

type Needs = Platform & {
  applications: Applications;
  audit: Audit;
  makerPorts: MakerPorts;
  openSelections: OpenSelections;
  picture: (name: string) => string;
  templates: Templates;
};

/** Lets people add devices by themselves. */
export function pairingFeature(needs: Needs) {
  const { config, clock, listCache: cache, picture, templates } = needs;
  const baseUrl = config.urls.base;
  const grantRequests = createGrantRequests(clock);
  const pairing = createPairing({ ...needs, origin: new URL(baseUrl).origin, grantRequests });
  return {
    api: { pairing, grantRequests },
    routes({ app, serve }) {
      const shown = { pairing, templates, picture, cache, clock, baseUrl };
      serve(resources.templates, templateHandlers(shown));
      serve({ template: resources.authorizations.template }, authorizationHandler(shown));
      serve(resources.pairing, pairingHandlers(shown));
      serve(resources.recipes, recipeHandlers(shown));
      registerPairingPages(app, shown);
      registerInbox(app, shown);
    },
    jobs: [cleanup('pairing', pairing.prune)],
  } satisfies Feature;
}
