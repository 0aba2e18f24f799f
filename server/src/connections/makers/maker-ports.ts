import { hash } from 'node:crypto';
import type { Db } from '../../database/index.ts';
import type { Applications } from '../../identity/applications/index.ts';
import { ApiError } from '../../platform/api-error.ts';
import type { Maker } from './maker.ts';
import type { Makers } from './makers.ts';
import { createDisabledMakers } from './read-models/disabled-makers.ts';

type Dependencies = {
  db: Db;
  applications: Pick<Applications, 'findById'>;
  makers: Makers;
  /** The maker of every template that is not assigned to a manager; undefined when there is none. */
  builtInMaker: Maker | undefined;
  /** Returns the maker behind a manager with webhooks; undefined for a manager without webhooks. */
  webhookMakerOf: (managerId: string) => Promise<Maker | undefined>;
  /** Returns the maker behind a bridge; undefined for another manager. */
  bridgeMakerOf: (managerId: string) => Promise<Maker | undefined>;
  /** Returns the bridges whose devices the user may not add. */
  bridgesClosedTo: (userId: string) => Promise<readonly string[]>;
};

export type MadeTemplates = {
  readonly has: (templateId: string) => boolean;
  /** Returns undefined for a template whose devices the platform simulates, or that has no maker. */
  readonly managerOf: (templateId: string) => string | undefined;
  readonly key: string;
};

export type MakerPorts = ReturnType<typeof createMakerPorts>;

/**
 * Finds the maker of a template. A disabled manager is none: it could not add the devices, and people must not
 * be led to sign in for it.
 */
export function createMakerPorts(dependencies: Dependencies) {
  const { applications, makers, builtInMaker, webhookMakerOf, bridgeMakerOf, bridgesClosedTo } = dependencies;
  const disabledMakers = createDisabledMakers(dependencies.db);
  return {
    /** Returns undefined when people cannot add devices of the template. */
    async of(templateId: string): Promise<Maker | undefined> {
      const managerId = await makers.of(templateId);
      if (managerId === undefined) return builtInMaker;
      if ((await applications.findById(managerId))?.state !== 'enabled') return undefined;
      const maker = (await webhookMakerOf(managerId)) ?? (await bridgeMakerOf(managerId));
      return maker ?? createGrantingMaker(managerId);
    },

    /**
     * Returns which templates have a maker, for a user without those of other people's bridges. `key` differs
     * when other templates have one, or another one.
     */
    async templates(userId?: string): Promise<MadeTemplates> {
      const assigned = await makers.list();
      const closedBridges = userId === undefined ? [] : await bridgesClosedTo(userId);
      const closed = new Set([...closedBridges, ...(await disabledMakers())]);
      const content = JSON.stringify([builtInMaker !== undefined, [...closed], ...assigned]);
      return {
        has(templateId) {
          const managerId = assigned.get(templateId);
          return managerId === undefined ? builtInMaker !== undefined : !closed.has(managerId);
        },
        managerOf: (templateId) => assigned.get(templateId),
        key: hash('sha256', content, 'base64url'),
      };
    },
  };
}

/**
 * Creates the maker of a manager without webhooks. It cannot be asked for devices: within the consent of the
 * person it creates channels and grants them on its own.
 */
const createGrantingMaker = (managerId: string): Maker => ({
  managerId,
  begin: async () => undefined,
  finish: async () => undefined,
  list: async () => [],
  add: async () => {
    throw new ApiError('not_granted', {
      detail: 'The manager of this kind of device adds its devices itself.',
    });
  },
});
