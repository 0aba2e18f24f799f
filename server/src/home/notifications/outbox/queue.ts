import { hash } from 'node:crypto';
import type { NotificationKind } from '@azulejo/contract';
import type { Transaction } from '../../../database/index.ts';
import type { Clock } from '../../../platform/clock.ts';
import { partOf } from '../../../platform/leases.ts';
import type { HubFormat } from '../../../platform/push/index.ts';
import { newId } from '../../../platform/random-token.ts';
import { quietUntil } from '../quiet-hours.ts';
import { ensureRow } from '../recipient-rows.ts';
import type { Settings } from '../settings.ts';
import type { Text } from '../texts.ts';

export type NewMessage = Text & {
  readonly userId: string;
  readonly kind: NotificationKind | 'test';
  /** Whether it is an alarm: sent first, and in quiet hours too if the person wants that. */
  readonly isUrgent: boolean;
  readonly tag: string;
};

/** Says to which browsers a message goes, and whether to the confirmed address and to phone apps. */
export type Targets = {
  readonly browserIds: readonly string[];
  readonly mail: boolean;
  readonly phones?: boolean;
};

/** Maximum number of alarms, and of other messages, that wait for one person; more would not be read. */
const MAX_WAITING = 200;
const HOUR_MS = 3600 * 1000;
/** How long after the end of an alarm it is still sent, if it could not be sent before. */
const OVER_MS = 10 * 60_000;
const FORMATS: readonly HubFormat[] = ['apple', 'gcm'];
const LIFETIME_MS = 24 * HOUR_MS;
/** Notifications to one person in an hour. Alarms have more, so that nothing else can use up theirs. */
const LIMITS = { urgent: 90, other: 30 };

/** Returns the tag of a message. Equal parts, such as the start of a condition, give an equal tag. */
export const tagOf = (...parts: readonly (string | number)[]): string =>
  hash('sha256', parts.join('\n'), 'base64url').slice(0, 32);

/** `push` is to one browser; `apple` and `gcm` are to the phone apps of a person. */
export type DeliveryChannel = 'push' | 'mail' | HubFormat;
export const DELIVERY_CHANNELS: readonly DeliveryChannel[] = ['push', 'mail', ...FORMATS];

/** How many messages were stored, and by which way others would have gone that a limit refused. */
export type Added = { readonly stored: number; readonly dropped: readonly DeliveryChannel[] };

/** Stores messages until they are sent. */
export function createQueue({ clock }: { clock: Clock }) {
  return {
    /** Stores a message for each target, unless a limit of the person refuses it. */
    async addIn(tx: Transaction, message: NewMessage, targets: Targets, settings: Settings): Promise<Added> {
      const { userId, kind, isUrgent, title, body, link, tag } = message;
      const rows = [
        ...targets.browserIds.map((id) => ({ way: 'push' as const, browser_id: id })),
        ...(targets.mail ? [{ way: 'mail' as const, browser_id: null }] : []),
        ...(targets.phones ? FORMATS.map((way) => ({ way, browser_id: null })) : []),
      ];
      if (rows.length === 0) return { stored: 0, dropped: [] };
      const now = clock.now();
      if (targets.phones) await ensureRow(tx, userId, now);
      const isWithin = kind === 'test' || (await takeTurn(tx, { userId, isUrgent, now }));
      const room = isWithin ? Math.max(0, MAX_WAITING - (await countWaiting(tx, userId, isUrgent))) : 0;
      const isHeld = kind !== 'test' && !(isUrgent && settings.quiet_hours?.alarms_pass);
      const due = (isHeld ? quietUntil(settings.quiet_hours, now) : undefined) ?? now;
      const fitting = rows.slice(0, room).map((row) => ({
        ...row,
        user_id: userId,
        id: newId(),
        kind,
        is_urgent: isUrgent ? 1 : 0,
        title,
        body,
        link,
        tag,
        created: now,
        expires: due + LIFETIME_MS,
        due,
        part: partOf(userId),
      }));
      if (fitting.length > 0) await tx.insertInto('notification_messages').values(fitting).execute();
      return { stored: fitting.length, dropped: rows.slice(room).map(({ way }) => way) };
    },

    /** Deletes unsent messages about something that has ended. An alarm is still sent for a while. */
    async retractIn(tx: Transaction, userId: string, tag: string): Promise<void> {
      const ofTag = { user_id: userId, tag };
      await tx
        .deleteFrom('notification_messages')
        .where((eb) => eb.and({ ...ofTag, is_urgent: 0 }))
        .execute();
      const end = clock.now() + OVER_MS;
      await tx
        .updateTable('notification_messages')
        .set({ expires: end })
        .where((eb) => eb.and(ofTag))
        .where('expires', '>', end)
        .execute();
    },
  };
}

export type Queue = ReturnType<typeof createQueue>;

/** Counts the alarms that wait, or the other messages: those must not take the room of alarms. */
async function countWaiting(tx: Transaction, userId: string, isUrgent: boolean): Promise<number> {
  const { count } = await tx
    .selectFrom('notification_messages')
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .where('user_id', '=', userId)
    .where('is_urgent', '=', isUrgent ? 1 : 0)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Counts a notification of this hour. Returns false when the person has had enough of them. */
async function takeTurn(
  tx: Transaction,
  { userId, isUrgent, now }: { userId: string; isUrgent: boolean; now: number },
): Promise<boolean> {
  const row = await tx
    .selectFrom('notification_recipients')
    .select(['hour_began', 'hour_count'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (!row) return false;
  const isSameHour = row.hour_began <= now && now - row.hour_began < HOUR_MS;
  const count = isSameHour ? row.hour_count : 0;
  if (count >= (isUrgent ? LIMITS.urgent : LIMITS.other)) return false;
  await tx
    .updateTable('notification_recipients')
    .set({ hour_began: isSameHour ? row.hour_began : now, hour_count: count + 1 })
    .where('user_id', '=', userId)
    .execute();
  return true;
}
