import type { NotificationKind } from '@azulejo/contract';
import type { Transaction } from '../../database/index.ts';
import type { I18nFor } from './i18n-for.ts';
import type { Announcement, IncidentRow } from './incidents/index.ts';
import { type Added, type DeliveryChannel, type Queue, type Targets, tagOf } from './outbox/index.ts';
import { readDeviceName } from './read-models/device-names.ts';
import { parseSettings, type Settings } from './settings.ts';
import { conditionText, shortenMessage, type Text } from './texts.ts';

type Dependencies = {
  readonly queue: Queue;
  /** Whether the platform has a mail server. */
  readonly sendsMail: boolean;
  /** Whether the operator has a notification hub for phone apps. */
  readonly hasHub: boolean;
  readonly i18nFor: I18nFor;
};

/** The path that a notification of an automation opens. */
const AUTOMATIONS = '/home';

export type News = Text & {
  readonly kind: NotificationKind;
  readonly isUrgent: boolean;
  readonly tag: string;
};

/**
 * Makes the messages about what a person is to be notified of, for all the ways that the person chose. Each
 * function runs in a transaction and returns the messages that a limit refused; `automation` also how many were
 * stored.
 */
export function createAnnounce({ queue, sendsMail, hasHub, i18nFor }: Dependencies) {
  async function add(tx: Transaction, userId: string, settings: Settings, news: News): Promise<Added> {
    const { push, mail } = settings.kinds[news.kind];
    const targets: Targets = {
      browserIds: push ? await browsersOf(tx, userId) : [],
      mail: mail && sendsMail && (await isConfirmed(tx, userId)),
      // Phone apps show messages of automations, which people make in them.
      phones: push && hasHub && news.kind === 'automation',
    };
    return queue.addIn(tx, { ...news, userId }, targets, settings);
  }

  async function store(...news: Parameters<typeof add>): Promise<readonly DeliveryChannel[]> {
    const { dropped } = await add(...news);
    return dropped;
  }

  return {
    store,

    async conditions(
      tx: Transaction,
      userId: string,
      announcements: readonly Announcement[],
    ): Promise<DeliveryChannel[]> {
      if (announcements.length === 0) return [];
      const settings = await settingsOf(tx, userId);
      const i18n = await i18nFor(userId, tx);
      const dropped: DeliveryChannel[] = [];
      for (const { incident, kind, rule } of announcements) {
        const channelId = incident.channel_id;
        const name = await readDeviceName(tx, userId, channelId);
        const text = conditionText(i18n, rule, { ...name, channelId }, settings);
        if (text === undefined) continue;
        const isUrgent = rule.severity === 'alarm';
        const news = { ...text, kind, isUrgent, tag: tagOfIncident(incident) };
        dropped.push(...(await store(tx, userId, settings, news)));
      }
      return dropped;
    },

    /** Announces a message that a step of an automation sends. */
    async automation(
      tx: Transaction,
      userId: string,
      message: Pick<News, 'title' | 'body' | 'tag'>,
    ): Promise<Added> {
      const automation = { link: AUTOMATIONS, kind: 'automation', isUrgent: false } as const;
      return add(tx, userId, await settingsOf(tx, userId), { ...shortenMessage(message), ...automation });
    },

    async retract(tx: Transaction, userId: string, ended: readonly IncidentRow[]): Promise<void> {
      for (const incident of ended) await queue.retractIn(tx, userId, tagOfIncident(incident));
    },
  };
}

export type Announce = ReturnType<typeof createAnnounce>;

const tagOfIncident = (row: IncidentRow): string =>
  tagOf(row.channel_id, row.component_id, row.property_id, row.kind, row.began);

async function settingsOf(tx: Transaction, userId: string): Promise<Settings> {
  const row = await tx
    .selectFrom('notification_recipients')
    .select('settings_json')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return parseSettings(row?.settings_json);
}

async function browsersOf(tx: Transaction, userId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('notification_browsers')
    .select('id')
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Whether the address was ever confirmed. That it is still the account's is checked when the mail is sent. */
async function isConfirmed(tx: Transaction, userId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('notification_recipients')
    .select('mail_address')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return typeof row?.mail_address === 'string';
}
