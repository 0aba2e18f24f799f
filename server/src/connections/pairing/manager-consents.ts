import type { Db } from '../../database/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { MakerPorts, OpenSelections } from '../makers/index.ts';
import { createConsentThrough } from './read-models/consent-through.ts';

/** How long a manager may put devices into a home after the person allowed it. */
export const CONSENT_MS = 10 * 60_000;

export type Dependencies = { db: Db; clock: Clock; makerPorts: MakerPorts; openSelections: OpenSelections };

/**
 * Finds the consents to managers. One that is asked to add devices may grant only meanwhile; another one for a
 * while after the consent on the page (managers 1.5). A consent in the future is of the time before the clock
 * was set back, and does not hold: otherwise it would hold until the clock has caught up.
 */
export function createManagerConsents({ db, clock, makerPorts, openSelections }: Dependencies) {
  const lastConsented = prepareLastConsented(db);
  const hasConsentThrough = createConsentThrough(db);
  const period = () => ({ since: clock.now() - CONSENT_MS, now: clock.now() });

  return {
    /** Returns when the person consented; undefined when that does not hold now. */
    async of(managerId: string, userId: string, templateId: string): Promise<number | undefined> {
      const maker = await makerPorts.of(templateId);
      if (maker?.managerId !== managerId) return undefined;
      if (maker.grantsOnlyWhileAdding) return openSelections.since({ managerId, userId, templateId });
      const row = await lastConsented.get({ userId, templateId, managerId, ...period() });
      return row?.consented ?? undefined;
    },

    /** Returns whether somebody who uses the application consented, or is adding devices now. */
    async isThrough(managerId: string, applicationId: string, templateId: string): Promise<boolean> {
      const maker = await makerPorts.of(templateId);
      if (maker?.managerId !== managerId) return false;
      if (maker.grantsOnlyWhileAdding)
        return openSelections.isOpenThrough({ managerId, applicationId, templateId });
      return hasConsentThrough({ managerId, applicationId, templateId, ...period() });
    },
  };
}

function prepareLastConsented(db: Db) {
  type Wanted = { userId: string; templateId: string; managerId: string; since: number; now: number };
  return db.prepare<Wanted>()((kysely, p) =>
    kysely
      .selectFrom('pairing_tickets')
      .select((eb) => eb.fn.max('consented').as('consented'))
      .where('user_id', '=', p('userId'))
      .where('template_id', '=', p('templateId'))
      .where('manager_id', '=', p('managerId'))
      .where('consented', '>', p('since'))
      .where('consented', '<=', p('now')),
  );
}
