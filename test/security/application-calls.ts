import { panelTemplate } from '../support/panel-template.ts';
import { type Caller, LAMP, PLUG } from './callers.ts';
import type { Maker } from './calls.ts';

export const SERVICE = {
  id: 'energy-report',
  kind: 'service',
  name: 'Energy report',
  authorizationUrl: 'https://energy.example/authorize',
  photoUrlSquared: 'https://energy.example/icon.png',
  profiles: [],
};

const isApplication = (caller: Caller | undefined): boolean =>
  caller?.principal?.kind === 'client' && caller.principal.scopes.includes('application');

/** Every application calls for itself. */
const ofApplication: Maker = (_scene, _named, caller) => ({
  params: { application_id: caller?.principal?.clientId ?? crypto.randomUUID() },
});

/** Returns a template of which the caller may create channels, if anyone like it may. */
function templateFor(caller: Caller | undefined): string {
  if (isApplication(caller)) return PLUG;
  return caller?.name === 'another manager' ? LAMP : panelTemplate.id;
}

/** Valid calls of application managers, and of users about services. */
export const applicationCalls: Readonly<Record<string, Maker>> = {
  'applications.get': ofApplication,
  'applications.update': ofApplication,
  'devices.createChannel': (_scene, _named, caller) => ({
    input: { channeltemplate_id: templateFor(caller) },
  }),
  'services.subscribe': async ({ platform }) => {
    // A new service, to which no user has subscribed before.
    const id = `${SERVICE.id}-${crypto.randomUUID()}`;
    await platform.server.features.services.import([{ ...SERVICE, id }]);
    return { params: { service_id: id }, query: { op: 'subscribe' } };
  },
  'services.update': async ({ platform }, _named, caller) => {
    const id = `${SERVICE.id}-${crypto.randomUUID()}`;
    const application = isApplication(caller) ? caller?.principal?.clientId : undefined;
    await platform.server.features.services.import([{ ...SERVICE, id }], { application });
    return { params: { service_id: id }, input: { activation_uri: 'https://energy.example/activate' } };
  },
};
