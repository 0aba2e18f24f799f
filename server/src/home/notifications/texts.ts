import type { ConditionRule } from '@azulejo/model';
import type { I18n } from '../../platform/languages/index.ts';
import { notifiedBy } from './kinds/index.ts';
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

/**
 * Returns the text about a condition of a device; undefined for one of which nobody is notified. No text has a time of
 * the day, since it may be sent later.
 */
export function conditionText(
  i18n: I18n,
  rule: ConditionRule,
  name: DeviceName & { readonly channelId: string },
  settings: Settings,
): Text | undefined {
  const device = shorten(name.device ?? i18n.t('A device'));
  const area = name.area === undefined ? undefined : shorten(name.area);
  const place = area === undefined ? device : `${device}, ${area}`;
  const text = notifiedBy(rule.kind)?.text(i18n, rule, { device, area, place }, settings);
  return text && { ...text, link: linkTo(name.channelId) };
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
