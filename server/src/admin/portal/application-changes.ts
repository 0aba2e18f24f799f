import type { portalResources } from '@azulejo/contract';
import type { Makers } from '../../connections/makers/index.ts';
import type { Applications } from '../../identity/applications/index.ts';
import { NO_STORE } from '../../platform/http/replies.ts';
import { actorOf, type PortalHandlers } from '../portal-accounts/index.ts';
import type { ApplicationPages } from './application-pages.ts';
import { readSettings } from './application-wire.ts';

type Resource = typeof portalResources.applications;
type Dependencies = { applications: Applications; pages: ApplicationPages };

/** Registers applications and changes their settings, secrets and state. */
export function applicationChangeHandlers({
  applications,
  pages: { get, detailOf, answer },
}: Dependencies): Pick<
  PortalHandlers<Resource>,
  'create' | 'update' | 'rotateSecret' | 'endOverlap' | 'setState'
> {
  return {
    create: async ({ input, context }) => {
      const { name, type, namespace } = input;
      const { client, secret } = await applications.create(
        { ...readSettings(input), name, type, namespace },
        actorOf(context),
      );
      const body = { application: await detailOf(client), client_secret: secret };
      return { body, cacheControl: NO_STORE };
    },

    update: async ({ input, context }) => {
      const { id } = await get(input.application_id);
      const changes = { name: input.name, ...readSettings(input) };
      return answer(await applications.update(id, changes, actorOf(context)));
    },

    rotateSecret: async ({ input, context }) => {
      const { id } = await get(input.application_id);
      const { client, secret } = await applications.rotateSecret(id, actorOf(context));
      return {
        body: { application: await detailOf(client), client_secret: secret },
        cacheControl: NO_STORE,
      };
    },

    endOverlap: async ({ input, context }) => {
      const { id } = await get(input.application_id);
      return answer(await applications.endOverlap(id, actorOf(context)));
    },

    setState: async ({ input, context }) => {
      const { id } = await get(input.application_id);
      return answer(await applications.setState(id, input.state, actorOf(context)));
    },
  };
}

/** Lets a distributor work for an application, and a manager make the devices of a template. */
export function applicationLinkHandlers({
  applications,
  makers,
  pages: { get, answer },
}: Dependencies & { makers: Makers }): Pick<
  PortalHandlers<Resource>,
  'link' | 'unlink' | 'assignTemplate' | 'releaseTemplate'
> {
  return {
    link: async ({ input, context }) => {
      const [from, to] = [await get(input.application_id), await get(input.target_id)];
      await applications.link(from.id, to.id, actorOf(context));
      return answer(from);
    },

    unlink: async ({ input, context }) => {
      const [from, to] = [await get(input.application_id), await get(input.target_id)];
      await applications.unlink(from.id, to.id, actorOf(context));
      return answer(from);
    },

    assignTemplate: async ({ input, context }) => {
      const manager = await get(input.application_id);
      await makers.assign(input.template_id, manager.id, { by: actorOf(context), replaces: false });
      return answer(manager);
    },

    releaseTemplate: async ({ input, context }) => {
      const manager = await get(input.application_id);
      await makers.release(input.template_id, { by: actorOf(context), managerId: manager.id });
      return answer(manager);
    },
  };
}
