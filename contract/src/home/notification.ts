import { Type } from 'typebox';
import { operation } from '../operation.ts';
import { Empty, Id, Text } from '../text.ts';
import {
  Minutes,
  minuteTexts,
  NotificationBrowser,
  NotificationKindsInput,
  NotificationSettings,
  QuietHoursInput,
} from './notification-records.ts';

const path = '/v3/notifications';
const ofPerson = { origin: 'base', access: 'user', needs: 'account', params: Empty } as const;

const exampleBrowser: NotificationBrowser = {
  id: '7b0c1a52-58a3-4c1f-9d2e-6a1f0e3b9c44',
  name: 'Chrome on Android',
  since: '2026-01-02T03:04:05.006+0000',
  delivered: '2026-01-03T07:00:01.250+0000',
  failing_since: null,
};

const example: NotificationSettings = {
  kinds: {
    alarm: { push: true, mail: true },
    open: { push: true, mail: false },
    unreachable: { push: false, mail: false },
    battery: { push: true, mail: false },
    device: { push: false, mail: false },
    automation: { push: true, mail: false },
  },
  open_minutes: 10,
  unreachable_minutes: 30,
  quiet_hours: { from: '22:00', to: '07:00', timezone: 'Europe/Lisbon', alarms_pass: true },
  public_key: 'BEl62iUYgUivxIkv69yViEuiBIa-Ib9-SkvMeAtA3LFgDzkrxZJjSgSnfckjBJuBkr3qBUYIHBQFLXYp5Nksh8U',
  mail: { address: 'ana@example.org', state: 'confirmed' },
  browsers: [exampleBrowser],
};

export const notifications = {
  get: operation({
    ...ofPerson,
    id: 'notifications.get',
    summary: 'Read your notification settings and browsers',
    description: 'Returns the settings of the signed-in person.',
    bindings: [{ method: 'GET', path, input: 'query' }],
    input: Empty,
    reply: NotificationSettings,
    status: 200,
    errors: [],
    example: { input: {}, reply: example },
  }),
  update: operation({
    ...ofPerson,
    id: 'notifications.update',
    summary: 'Change your notification settings',
    description:
      'Members that are not sent do not change. Conditions that already exist when a kind is turned on are not notified.',
    bindings: [{ method: 'PATCH', path, input: 'json' }],
    input: Type.Object({
      kinds: Type.Optional(NotificationKindsInput),
      open_minutes: Type.Optional(Minutes(minuteTexts.open)),
      unreachable_minutes: Type.Optional(Minutes(minuteTexts.unreachable)),
      quiet_hours: Type.Optional(QuietHoursInput),
    }),
    reply: NotificationSettings,
    status: 200,
    errors: [],
    example: { input: { open_minutes: 10, kinds: { battery: { push: true } } }, reply: example },
  }),
  addBrowser: operation({
    ...ofPerson,
    id: 'notifications.addBrowser',
    summary: 'Send notifications to this browser',
    description:
      'Takes what `pushManager.subscribe` returned in the browser, with `public_key` as `applicationServerKey`. A browser that is already there is replaced. At most 10 browsers.',
    bindings: [{ method: 'POST', path: `${path}/browsers`, input: 'json' }],
    input: Type.Object({
      endpoint: Text({ minLength: 1, maxLength: 1000, description: 'The `endpoint` of the subscription.' }),
      keys: Type.Object(
        {
          p256dh: Text({ maxLength: 200, description: 'The public key of the browser, in base64url.' }),
          auth: Text({ maxLength: 100, description: 'The authentication secret, in base64url.' }),
        },
        { description: 'The `keys` of the subscription (RFC 8291).' },
      ),
      name: Text({
        minLength: 1,
        maxLength: 100,
        description: 'A name for the list, e.g. `Chrome on Android`.',
      }),
    }),
    reply: NotificationBrowser,
    status: 201,
    errors: ['quota_exceeded'],
    example: {
      input: {
        endpoint: 'https://push.example.org/send/dGhlIGVuZHBvaW50',
        keys: {
          p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
          auth: 'BTBZMqHH6r4Tts7J_aSIgg',
        },
        name: 'Chrome on Android',
      },
      reply: exampleBrowser,
    },
  }),
  removeBrowser: operation({
    ...ofPerson,
    id: 'notifications.removeBrowser',
    summary: 'Stop sending notifications to a browser',
    description: 'Queued notifications for it are not sent.',
    bindings: [{ method: 'DELETE', path: `${path}/browsers/{browser_id}`, input: 'query' }],
    params: Type.Object({ browser_id: Id('Id of the browser.') }),
    input: Empty,
    reply: Empty,
    status: 200,
    errors: ['not_found'],
    example: { input: { browser_id: exampleBrowser.id }, reply: {} },
  }),
  sendCode: operation({
    ...ofPerson,
    id: 'notifications.sendCode',
    summary: 'Send a code to confirm the e-mail address',
    description:
      'Sends six digits to the address of the account. They work for half an hour. An earlier code stops working. 400 if the platform has no mail server.',
    bindings: [{ method: 'POST', path: `${path}/mail/code`, input: 'json' }],
    input: Empty,
    reply: Empty,
    status: 200,
    errors: [],
    example: { input: {}, reply: {} },
  }),
  confirmMail: operation({
    ...ofPerson,
    id: 'notifications.confirmMail',
    summary: 'Confirm the e-mail address',
    description: 'Confirms with the code that was sent there. After five wrong ones, another code is needed.',
    bindings: [{ method: 'POST', path: `${path}/mail/confirmation`, input: 'json' }],
    input: Type.Object({ code: Text({ minLength: 1, maxLength: 20, description: 'The six digits.' }) }),
    reply: NotificationSettings,
    status: 200,
    errors: [],
    example: { input: { code: '482913' }, reply: example },
  }),
  test: operation({
    ...ofPerson,
    id: 'notifications.test',
    summary: 'Send a test notification',
    description:
      'Sends to all browsers of the person, or to one, even in quiet hours. 400 for `mail` if the platform has no mail server or the address is not confirmed.',
    bindings: [{ method: 'POST', path: `${path}/test`, input: 'json' }],
    input: Type.Object({
      browser_id: Type.Optional(Id('Only to this browser.')),
      mail: Type.Optional(Type.Boolean({ description: 'To the confirmed e-mail address instead.' })),
    }),
    reply: Type.Object({
      queued: Type.Integer({ description: 'To how many browsers or addresses it is being sent.' }),
    }),
    status: 200,
    errors: ['not_found'],
    example: { input: {}, reply: { queued: 1 } },
  }),
};
