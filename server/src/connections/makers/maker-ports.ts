import { hash } from 'node:crypto';
import { createGrantingMaker } from './granting-maker.ts';
import type { Maker } from './maker.ts';
import type { Makers } from './makers.ts';

type Dependencies = {
  makers: Makers;
  /** The maker of every template that is not assigned to a manager; undefined when there is none. */
  builtInMaker: Maker | undefined;
  /** Returns the maker behind a manager that is asked by webhooks; undefined for one that set none. */
  webhookMakerOf: (managerId: string) => Promise<Maker | undefined>;
  /** Returns the maker behind a bridge; undefined for another manager. */
  bridgeMakerOf: (managerId: string) => Promise<Maker | undefined>;
};

export type MadeTemplates = {
  readonly has: (templateId: string) => boolean;
  /** Returns undefined for a template whose devices the platform simulates, or that has no maker. */
  readonly managerOf: (templateId: string) => string | undefined;
  readonly key: string;
};

export type MakerPorts = ReturnType<typeof createMakerPorts>;

/** Finds the maker of a template. */
export function createMakerPorts({ makers, builtInMaker, webhookMakerOf, bridgeMakerOf }: Dependencies) {
  return {
    /** Returns undefined when people cannot add devices of the template. */
    async of(templateId: string): Promise<Maker | undefined> {
      const managerId = await makers.of(templateId);
      if (managerId === undefined) return builtInMaker;
      const maker = (await webhookMakerOf(managerId)) ?? (await bridgeMakerOf(managerId));
      return maker ?? createGrantingMaker(managerId);
    },

    /** Returns which templates have a maker. `key` differs when other templates have one, or another one. */
    async templates(): Promise<MadeTemplates> {
      const assigned = await makers.list();
      return {
        has: (templateId) => builtInMaker !== undefined || assigned.has(templateId),
        managerOf: (templateId) => assigned.get(templateId),
        key: hash('sha256', JSON.stringify([builtInMaker !== undefined, ...assigned]), 'base64url'),
      };
    },
  };
}
