import type { Db, Transaction } from '../../database/index.ts';
import { prepareMarkHome } from '../../identity/homes/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Announce } from './announce.ts';
import type { I18nFor } from './i18n-for.ts';
import { type DeliveryChannel, tagOf } from './outbox/index.ts';
import { type ChangedHome, prepareChangedHomes, readNewDevices } from './read-models/new-devices.ts';
import { isWanted, parseSettings } from './settings.ts';
import { newDevicesText } from './texts.ts';

type Dependencies = {
  readonly db: Db;
  readonly clock: Clock;
  readonly announce: Announce;
  readonly i18nFor: I18nFor;
  readonly countDropped: (dropped: readonly DeliveryChannel[]) => void;
};

const PAGE_SIZE = 100;
/** Beyond it, the number of new devices is not counted. */
const MAX_DEVICES = 100;
/** Devices that are added one after the other are one notification: it waits until none comes any more. */
const SETTLE_MS = 20_000;
const MAX_SETTLE_MS = 120_000;

/** Finds devices that were added to the homes of people who are notified, by the revision of the home. */
export function createNewDevices({ db, clock, announce, i18nFor, countDropped }: Dependencies) {
  const changedHomes = prepareChangedHomes(db);
  const mark = prepareMarkHome(db, 'devices_revision');

  /** Returns what was dropped, or undefined when devices may still be added. */
  async function handleIn(
    tx: Transaction,
    home: ChangedHome,
  ): Promise<readonly DeliveryChannel[] | undefined> {
    const { homeId, userId, since } = home;
    if (since === null || home.settings === null) return [];
    const settings = parseSettings(home.settings);
    const now = clock.now();
    const devices = await readNewDevices(tx, { homeId, since, limit: MAX_DEVICES, now });
    const [newest] = devices;
    if (!newest) return [];
    if (isWanted(settings, 'device')) {
      const oldest = devices.at(-1)?.created ?? now;
      if (now - newest.created < SETTLE_MS && now - oldest < MAX_SETTLE_MS) return undefined;
    }
    const seen = await tx
      .updateTable('notification_recipients')
      .set({ devices_since: Math.max(since, newest.created) })
      .where('user_id', '=', userId)
      .where('devices_since', '=', since)
      .executeTakeFirst();
    if (Number(seen.numUpdatedRows) === 0) return [];
    const text = newDevicesText(await i18nFor(userId, tx), devices, devices.length);
    const tag = tagOf('device', userId, newest.created);
    return announce.store(tx, userId, settings, { ...text, kind: 'device', isUrgent: false, tag });
  }

  async function handle(page: readonly ChangedHome[]): Promise<void> {
    const handled: ChangedHome[] = [];
    for (const home of page) {
      const dropped = home.since === null ? [] : await db.write((tx) => handleIn(tx, home));
      if (dropped === undefined) continue;
      countDropped(dropped);
      handled.push(home);
    }
    if (handled.length > 0) await db.unit([mark(handled)]);
  }

  return {
    async run(): Promise<void> {
      for (let after = ''; ; ) {
        const page = await changedHomes.all({ after, limit: PAGE_SIZE });
        await handle(page);
        const last = page.at(-1);
        if (!last || page.length < PAGE_SIZE) return;
        after = last.homeId;
      }
    },
  };
}
