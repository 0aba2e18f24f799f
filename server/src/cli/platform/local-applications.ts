import type { Features } from '../../app/features.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { ApplicationPort, ApplicationWithLinks } from './ports.ts';

/** Manages the applications in the database of this machine. */
export function localApplications({ applications, removal }: Features): ApplicationPort {
  async function withLinks(id: string): Promise<ApplicationWithLinks> {
    const application = await applications.get(id);
    const { worksFor, workedForBy } = await applications.linksOf(application.id);
    return {
      application,
      worksFor: worksFor.map(({ namespace }) => namespace),
      distributors: workedForBy.map(({ namespace }) => namespace),
    };
  }

  return {
    list: applications.list,
    get: withLinks,
    async create(input) {
      const { client, secret } = await applications.create(input);
      return { application: client, secret };
    },
    update: async (id, changes) => withLinks((await applications.update(id, changes)).id),
    async rotateSecret(id) {
      const { client, secret, previousExpires } = await applications.rotateSecret(id);
      return { application: client, secret, previousExpires };
    },
    setState: (id, state) => applications.setState(id, state),
    async setLink(distributor, application, isLinked) {
      await applications[isLinked ? 'link' : 'unlink'](distributor, application);
      return [await applications.get(distributor), await applications.get(application)];
    },
    async consequences(id) {
      const application = await applications.get(id);
      if (application.kind === 'device') throw new Refusal('this is a device: see `azulejo device remove`');
      const { users, channels, devices, tiles } = await removal.consequencesOf(application);
      return { application, counts: { users, channels, devices, tiles } };
    },
    async remove({ id }) {
      await removal.application(await applications.get(id));
      await removal.sweep();
    },
  };
}
