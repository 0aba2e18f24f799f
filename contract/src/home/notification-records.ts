import { type Static, Type } from 'typebox';
import { Timestamp } from '../timestamp.ts';

export const NOTIFICATION_KINDS = [
  'alarm',
  'open',
  'unreachable',
  'battery',
  'device',
  'automation',
] as const;
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

const kindTexts: Record<NotificationKind, string> = {
  alarm: 'Smoke, carbon monoxide, gas, a water leak, or a siren that sounds.',
  open: 'A door, window or lock that has been left open for `open_minutes`.',
  unreachable: 'A device that has not answered for `unreachable_minutes`.',
  battery: 'A battery that is nearly empty.',
  device: 'A device that was added to the home.',
  automation: 'Notifications of automations.',
};

/** Returns an object with a member for each kind. */
const byKind = <Schema extends Parameters<typeof Type.Optional>[0]>(
  toSchema: (description: string) => Schema,
) =>
  Type.Object(
    {
      alarm: toSchema(kindTexts.alarm),
      open: toSchema(kindTexts.open),
      unreachable: toSchema(kindTexts.unreachable),
      battery: toSchema(kindTexts.battery),
      device: toSchema(kindTexts.device),
      automation: toSchema(kindTexts.automation),
    },
    { description: 'Which notifications are sent, and how.' },
  );

const PUSH = 'Whether the browsers get it.';
const MAIL = 'Whether it is sent by e-mail, once the address is confirmed.';

export const NotificationKinds = byKind((description) =>
  Type.Object(
    { push: Type.Boolean({ description: PUSH }), mail: Type.Boolean({ description: MAIL }) },
    { description },
  ),
);
export type NotificationKinds = Static<typeof NotificationKinds>;

export const NotificationKindsInput = byKind((description) =>
  Type.Optional(
    Type.Object(
      {
        push: Type.Optional(Type.Boolean({ description: PUSH })),
        mail: Type.Optional(Type.Boolean({ description: MAIL })),
      },
      { description },
    ),
  ),
);

const TIME = '^([01]\\d|2[0-3]):[0-5]\\d$';

export const QuietHours = Type.Object(
  {
    from: Type.String({ pattern: TIME, description: 'When they begin, e.g. `22:00`.' }),
    to: Type.String({
      pattern: TIME,
      description: 'When they end, e.g. `07:00`. The same time as `from` means the whole day.',
    }),
    timezone: Type.String({
      maxLength: 64,
      description: 'Their time zone: a name in the time zone database, e.g. `Europe/Lisbon`.',
    }),
    alarms_pass: Type.Boolean({ description: 'Whether alarms are sent anyway.' }),
  },
  { title: 'QuietHours' },
);
export type QuietHours = Static<typeof QuietHours>;

export const NotificationBrowser = Type.Object(
  {
    id: Type.String({ description: 'Its id.' }),
    name: Type.String({ description: 'The name that the person gave it.' }),
    since: Timestamp,
    delivered: Type.Union([Timestamp, Type.Null()], {
      description: 'When its push service last accepted a notification; null if never.',
    }),
    failing_since: Type.Union([Timestamp, Type.Null()], {
      description: 'Since when its push service has accepted none; null if it accepted the last one.',
    }),
  },
  { title: 'NotificationBrowser' },
);
export type NotificationBrowser = Static<typeof NotificationBrowser>;

export const MAX_DELAY_MINUTES = 1440;

export const Minutes = (description: string) =>
  Type.Integer({ minimum: 1, maximum: MAX_DELAY_MINUTES, description });

export const minuteTexts = {
  open: 'How long something is left open before it is sent, 1 to 1440 minutes.',
  unreachable: 'How long a device does not answer before it is sent, 1 to 1440 minutes.',
};

const QUIET = 'When notifications wait. They are sent afterwards, if they are still true then.';

export const QuietHoursInput = Type.Union([QuietHours, Type.Null()], {
  description: `${QUIET} Null for never.`,
});

export const NotificationSettings = Type.Object(
  {
    kinds: NotificationKinds,
    open_minutes: Minutes(minuteTexts.open),
    unreachable_minutes: Minutes(minuteTexts.unreachable),
    quiet_hours: Type.Union([QuietHours, Type.Null()], { description: `${QUIET} Null for never.` }),
    public_key: Type.String({
      description: 'The `applicationServerKey` with which browsers subscribe (Push API, RFC 8292).',
    }),
    mail: Type.Object(
      {
        address: Type.String({ description: 'The address of the account.' }),
        state: Type.Union(
          [Type.Literal('no_server'), Type.Literal('unconfirmed'), Type.Literal('confirmed')],
          {
            description:
              '`no_server` if the platform sends no mail, `unconfirmed` until the person has entered the code that was sent there.',
          },
        ),
      },
      { description: 'Whether notifications can be sent by e-mail.' },
    ),
    browsers: Type.Array(NotificationBrowser, {
      description: 'Browsers that get notifications, oldest first.',
    }),
  },
  {
    title: 'NotificationSettings',
    description: 'The notification settings of a person, and their browsers.',
  },
);
export type NotificationSettings = Static<typeof NotificationSettings>;
