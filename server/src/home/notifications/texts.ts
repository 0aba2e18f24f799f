import { type ConditionRule, placedText } from '@azulejo/model';
import type { I18n } from '../../platform/languages/index.ts';
import type { DeviceName } from './read-models/device-names.ts';
import type { Settings } from './settings.ts';

/** The text of a notification, and the path of the page that it opens. */
export type Text = { readonly title: string; readonly body: string; readonly link: string };

const MAX_NAME_LENGTH = 80;
const MAX_NAMED = 3;

/** Keeps a notification small: push services take 4 KB, and phones show less. */
const shorten = (name: string): string =>
  name.length > MAX_NAME_LENGTH ? `${name.slice(0, MAX_NAME_LENGTH - 1)}…` : name;

/** Maximum length of a title and a body as JSON: 4 KB minus the link, the tag and the encryption (RFC 8291 4). */
const MAX_TITLE_BYTES = 400;
const MAX_BODY_BYTES = 3_000;

/** Shortens a text to so many bytes of JSON, between two characters. */
function shortenTo(text: string, maxBytes: number): string {
  if (jsonBytes(text) <= maxBytes) return text;
  let bytes = jsonBytes('…');
  let start = '';
  for (const character of text) {
    bytes += jsonBytes(character);
    if (bytes > maxBytes) break;
    start += character;
  }
  return `${start}…`;
}

const jsonBytes = (text: string): number => Buffer.byteLength(JSON.stringify(text)) - 2;

/** Shortens a message whose length people and devices decide, so that push services take it. */
export const shortenMessage = <Message extends Pick<Text, 'title' | 'body'>>(message: Message): Message => ({
  ...message,
  title: shortenTo(message.title, MAX_TITLE_BYTES),
  body: shortenTo(message.body, MAX_BODY_BYTES),
});

/** Returns the address of a device's page in Home. */
export const linkTo = (channelId: string): string => `/home/devices/${channelId}`;

/** Returns the translations of the texts that rules have. */
const conditionNames = (i18n: I18n): Readonly<Record<string, string>> => ({
  Smoke: i18n.t('Smoke'),
  'Carbon monoxide': i18n.t('Carbon monoxide'),
  Gas: i18n.t('Gas'),
  'Water leak': i18n.t('Water leak'),
  Siren: i18n.t('Siren'),
  Unlocked: i18n.t('Unlocked'),
  'Not fully locked': i18n.t('Not fully locked'),
  Open: i18n.t('Open'),
});

const conditionName = (i18n: I18n, text: string): string => conditionNames(i18n)[text] ?? text;

/** Puts the room into the sentence in English only: other languages need the gender of its name. */
function alarmTitle(i18n: I18n, text: string, place: { device: string; area: string | undefined }): string {
  if (i18n.language === 'en') return placedText(text, place);
  const condition = conditionName(i18n, text);
  return i18n.t('{condition}: {place}', { condition, place: place.area ?? place.device });
}

/** Returns the text about a condition of a device. No text has a time of the day, since it may be sent later. */
export function conditionText(
  i18n: I18n,
  { kind, text, severity }: ConditionRule,
  name: DeviceName & { readonly channelId: string },
  settings: Settings,
): Text {
  const device = shorten(name.device ?? i18n.t('A device'));
  const area = name.area === undefined ? undefined : shorten(name.area);
  const link = linkTo(name.channelId);
  if (severity === 'alarm') return { title: alarmTitle(i18n, text, { device, area }), body: device, link };
  const place = area === undefined ? device : `${device}, ${area}`;
  if (kind === 'unreachable')
    return {
      title: i18n.t('{place} does not answer', { place }),
      body: i18n.t('No answer for more than {minutes, plural, one {a minute} other {# minutes}}.', {
        minutes: settings.unreachable_minutes,
      }),
      link,
    };
  if (kind === 'battery-low')
    return {
      title: i18n.t('Battery low: {place}', { place }),
      body: i18n.t('Charge or replace it soon.'),
      link,
    };
  return {
    title: `${place}: ${conditionName(i18n, text).toLocaleLowerCase(i18n.locale)}`,
    body: i18n.t('For more than {minutes, plural, one {a minute} other {# minutes}}.', {
      minutes: settings.open_minutes,
    }),
    link,
  };
}

/** Returns the text about new devices. `count` may be larger than the number of their names. */
export function newDevicesText(
  i18n: I18n,
  devices: readonly { readonly channelId: string; readonly name: string }[],
  count: number,
): Text {
  const names = devices.slice(0, MAX_NAMED).map(({ name }) => shorten(name));
  const [first] = devices;
  if (count === 1 && first)
    return {
      title: i18n.t('New device: {name}', { name: shorten(first.name) }),
      body: i18n.t('It was added to your home.'),
      link: linkTo(first.channelId),
    };
  const more = count - names.length;
  const listed = names.join(', ');
  return {
    title: i18n.t('{count, plural, one {# new device} other {# new devices}}', { count }),
    body: more > 0 ? i18n.t('{names} and {more, number} more', { names: listed, more }) : listed,
    link: '/home',
  };
}

export const testText = (i18n: I18n): Text => ({
  title: i18n.t('Test notification'),
  body: i18n.t('Notifications of your home arrive here.'),
  link: '/home/notifications',
});
