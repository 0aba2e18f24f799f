import type { Templates, VersionedTemplate } from '../../devices/templates/index.ts';
import type { Applications } from '../../people/applications/index.ts';
import { Problem } from '../../platform/problem.ts';
import type { Makers } from '../makers/index.ts';

type Dependencies = {
  applications: Applications;
  templates: Templates;
  makers: Makers;
  /** Whether the operator lets people add virtual devices. */
  offersEverything: boolean;
};

/** Finds out which kinds of devices people can add. */
export function createOffer({ applications, templates, makers, offersEverything }: Dependencies) {
  /** Returns a template for devices. Throws `not_found`, also for a context template. */
  async function kind(id: string): Promise<VersionedTemplate> {
    const latest = await templates.getLatest(id);
    if (latest.kind !== 'context') return latest;
    throw new Problem('not_found', { detail: `There is no channel template "${id}".` });
  }

  /** Returns a template that people can add. Throws `not_found`. */
  async function template(id: string): Promise<VersionedTemplate> {
    if (offersEverything || (await makers.of(id)) !== undefined) return kind(id);
    throw new Problem('not_found', { detail: 'No manager offers devices of this kind here.' });
  }

  return {
    kind,
    template,

    /**
     * Returns which kinds of devices people can add: those with a maker, or all if the platform simulates
     * them.
     */
    async addable(): Promise<{ has: (templateId: string) => boolean; key: string }> {
      const made = await makers.list();
      return {
        has: (templateId) => offersEverything || made.has(templateId),
        key: offersEverything ? 'all' : [...made.keys()].join(),
      };
    },

    /**
     * Returns the name of the manager that makes devices of this kind; undefined when the platform simulates
     * them.
     */
    async makerOf(templateId: string): Promise<string | undefined> {
      const managerId = await makers.of(templateId);
      return managerId === undefined ? undefined : (await applications.findById(managerId))?.name;
    },
  };
}

export type Offer = ReturnType<typeof createOffer>;
