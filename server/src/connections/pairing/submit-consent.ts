import type { Audit } from '../../core/audit/index.ts';
import type { Db } from '../../database/index.ts';
import type { Maker, Returned } from '../makers/index.ts';
import type { FoundDevices } from './found-devices.ts';
import type { Ticket, Tickets } from './tickets.ts';

type Dependencies = { db: Db; audit: Audit; tickets: Tickets; found: FoundDevices };

/** The address at the maker to which the browser goes, and the cookie with which it returns. */
export type AtMaker = { readonly url: string; readonly cookie: string };

/**
 * Accepts the consent page: the person consented, and either continues at the maker, which is returned, or the
 * maker can be asked immediately. A ticket that was used before changes nothing.
 */
export function createSubmit({ db, audit, tickets, found }: Dependencies) {
  return async (
    token: string,
    { userId, applicationId, templateId, beginning }: Ticket,
    maker: Maker,
    returned: Returned,
  ): Promise<AtMaker | undefined> => {
    const isFirst = await db.write(async (tx) => {
      if (!(await tickets.consent(tx, token))) return false;
      await audit.record(tx, { action: 'pairing.authorize', actorId: userId, targetId: templateId });
      return true;
    });
    if (!isFirst) return undefined;
    if (beginning) {
      const { state, cookie } = await tickets.sendToMaker(token, beginning);
      const url = new URL(beginning.url);
      url.searchParams.set('state', state);
      return { url: url.href, cookie };
    }
    const devices = await maker.finish({ applicationId, userId, templateId }, undefined, returned);
    await db.write(async (tx) => {
      const scope = { userId, templateId, managerId: maker.managerId };
      if (devices) await found.replace(tx, scope, devices, { keepsIds: false });
      await tickets.receive(tx, token);
    });
    return undefined;
  };
}
