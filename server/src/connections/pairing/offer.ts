import type { Templates, VersionedTemplate } from '../../devices/templates/index.ts';
import type { Applications } from '../../identity/applications/index.ts';
import { ApiError } from '../../platform/api-error.ts';
import type { Maker, MakerPorts } from '../makers/index.ts';

/** What the person of a ticket consented to: devices of a template by this manager; undefined for virtual ones. */
type Consented = { readonly templateId: string; readonly managerId: string | undefined };

type Dependencies = { applications: Applications; templates: Templates; makerPorts: MakerPorts };

/** Finds out which kinds of devices people can add. */
export function createOffer({ applications, templates, makerPorts }: Dependencies) {
  /** Returns a template for devices. Throws `not_found`, also for a context template. */
  async function kind(id: string): Promise<VersionedTemplate> {
    const latest = await templates.findListed(id);
    if (latest.kind !== 'context') return latest;
    throw new ApiError('not_found', { detail: `There is no channel template "${id}".` });
  }

  /** Throws `not_found` when people cannot add devices of this kind. */
  async function makerOf(templateId: string): Promise<Maker> {
    const maker = await makerPorts.of(templateId);
    if (maker) return maker;
    throw new ApiError('not_found', { detail: 'No manager offers devices of this kind here.' });
  }

  return {
    kind,
    makerOf,

    /**
     * Returns the maker to which the person of a ticket consented. Returns undefined when the template has no maker by
     * now, or another one.
     */
    async consentedMaker({ templateId, managerId }: Consented): Promise<Maker | undefined> {
      const maker = await makerPorts.of(templateId);
      return maker?.managerId === managerId ? maker : undefined;
    },

    /** Returns a template that people can add. Throws `not_found`. */
    async template(id: string): Promise<VersionedTemplate> {
      await makerOf(id);
      return kind(id);
    },

    /** Returns which kinds of devices people can add. */
    addable: makerPorts.templates,

    /** Returns the name of the manager, which the consent page shows. */
    managerName: async (managerId: string): Promise<string> =>
      (await applications.findById(managerId))?.name ?? managerId,
  };
}

export type Offer = ReturnType<typeof createOffer>;
