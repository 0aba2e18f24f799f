import { resources, type Service, type ServiceSubscription } from '@azulejo/contract';
import type { Handlers } from '../../core/access/index.ts';
import type { Audit } from '../../core/audit/index.ts';
import type { Feature, Platform } from '../../core/feature.ts';
import type { Templates } from '../../devices/templates/index.ts';
import type { Applications } from '../../identity/applications/index.ts';
import { NO_STORE, PRIVATE } from '../../platform/http/replies.ts';
import { revisionOf } from '../../platform/revision.ts';
import { createServices, type Services } from './services.ts';

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

/** Converts a service to the members that known apps read (android-app 2.8 #44, ios-app 7.4). */
const toSubscription = ({ id, name, photoUrlSquared, infoUrl }: Service): ServiceSubscription => ({
  id,
  name,
  state: true,
  squaredImageUrl: photoUrlSquared,
  ...(infoUrl === undefined ? {} : { infoUrl }),
});

function serviceHandlers(services: Services): Handlers<typeof resources.services> {
  return {
    list: async () => {
      const stored = await services.list();
      const of = (wanted: string) =>
        stored.filter(({ kind }) => kind === wanted).map(({ service }) => service);
      const body = { services: of('service'), bundles: of('bundle') };
      return { body, revision: revisionOf(1, body), cacheControl: PRIVATE };
    },

    subscriptions: async ({ context }) => {
      const subscribed = await services.subscribedBy(context.subject.id);
      const body = { serviceSubscriptions: subscribed.map(({ service }) => toSubscription(service)) };
      return { body, revision: revisionOf(1, body), cacheControl: PRIVATE };
    },

    subscribe: async ({ input, context }) => ({
      body: toSubscription(await services.subscribe(context.principal.id, input.service_id)),
    }),

    update: async ({ input, context }) => {
      const { id: applicationId } = context.principal;
      const by = { actorId: applicationId, address: context.address };
      const { service_id: serviceId, activation_uri: wanted } = input;
      const stored = await services.setActivation(applicationId, serviceId, wanted, by);
      const { service, activationUri } = stored;
      return {
        body: {
          id: service.id,
          name: service.name,
          ...(activationUri === undefined ? {} : { activation_uri: activationUri }),
        },
        cacheControl: NO_STORE,
      };
    },
  };
}

const serviceAuthorizationHandler = (
  services: Services,
): Pick<Handlers<typeof resources.authorizations>, 'service'> => ({
  service: async ({ input }) => ({
    redirect: await services.pageOf(await services.get(input.service_id)),
  }),
});
