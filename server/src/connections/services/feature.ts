import { resources } from '@azulejo/contract';
import type { Audit } from '../../core/audit/index.ts';
import type { Feature, Platform } from '../../core/feature.ts';
import type { Templates } from '../../devices/templates/index.ts';
import type { Applications } from '../../identity/applications/index.ts';
import { createServices } from './services.ts';
import { serviceAuthorizationHandler, serviceHandlers } from './services-routes.ts';

type Needs = Platform & { applications: Applications; audit: Audit; templates: Templates };

/** Stores the services that an operator offers in addition to devices. */
export function servicesFeature(needs: Needs) {
  const services = createServices(needs);
  return {
    api: { services },
    routes({ serve }) {
      serve(resources.services, serviceHandlers(services));
      serve({ service: resources.authorizations.service }, serviceAuthorizationHandler(services));
    },
  } satisfies Feature;
}
