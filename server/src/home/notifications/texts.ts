import { type ConditionRule, placedText } from '@azulejo/model';
import type { DeviceName } from './read-models/device-names.ts';
import type { Settings } from './settings.ts';

/** What a notification says, and the path of the page that it opens. */
export type Text = { readonly title: string; readonly body: string; readonly link: string };

const MAX_NAME_LENGTH = 80;
const MAX_NAMED = 3;

const minutes = (count: number): string => (count === 1 ? 'a minute' : `${count} minutes`);

/** Keeps a notification small: push services take 4 KB, and phones show less. */
const shorten = (name: string): string =>
  name.length > MAX_NAME_LENGTH ? `${name.slice(0, MAX_NAME_LENGTH - 1)}…` : name;

const linkTo = (channelId: string): string => `/home/devices/${channelId}`;

/** Returns the text about a condition of a device. No text has a time of the day, since it may be sent later. */
export function conditionText(
  { kind, text, severity }: ConditionRule,
  name: DeviceName & { readonly channelId: string },
  settings: Settings,
): Text {
  const device = shorten(name.device);
  const area = name.area === undefined ? undefined : shorten(name.area);
  const link = linkTo(name.channelId);
  if (severity === 'alarm') return { title: placedText(text, { device, area }), body: device, link };
  const place = area === undefined ? device : `${device}, ${area}`;
  if (kind === 'unreachable') {
    const body = `No answer for more than ${minutes(settings.unreachable_minutes)}.`;
    return { title: `${place} does not answer`, body, link };
  }
  if (kind === 'battery-low')
    return { title: `Battery low: ${place}`, body: 'Charge or replace it soon.', link };
  return {
    title: `${place}: ${text.toLowerCase()}`,
    body: `For more than ${minutes(settings.open_minutes)}.`,
    link,
  };
}

/** Returns the text about new devices. `count` may be larger than the number of their names. */
export function newDevicesText(
  devices: readonly { readonly channelId: string; readonly name: string }[],
  count: number,
): Text {
  const names = devices.slice(0, MAX_NAMED).map(({ name }) => shorten(name));
  const [first] = devices;
  if (count === 1 && first)
    return {
      title: `New device: ${names[0]}`,
      body: 'It was added to your home.',
      link: linkTo(first.channelId),
    };
  const more = count - names.length;
  const body = more > 0 ? `${names.join(', ')} and ${more} more` : names.join(', ');
  return { title: `${count} new devices`, body, link: '/home' };
}

export const TEST_TEXT: Text = {
  title: 'Test notification',
  body: 'Notifications of your home arrive here.',
  link: '/home/notifications',
};
