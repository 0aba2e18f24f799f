import type { DefaultedName, SettingName } from './definitions/index.ts';
import { type Read, SettingError } from './settings.ts';

/** Reads which versions of the phone apps are accepted. Without settings all are, forever. */
export function readClientVersions(read: Read) {
  return {
    minimum: {
      android: version(read, 'ANDROID_MINIMUM_VERSION'),
      ios: version(read, 'IOS_MINIMUM_VERSION'),
    },
    olderUntil: date(read, 'OLDER_VERSIONS_UNTIL'),
  };
}

function version(read: Read, name: DefaultedName): string {
  const text = read(name);
  if (!/^\d{1,9}(\.\d{1,9}){0,3}$/.test(text))
    throw new SettingError(name, `must be numbers between dots, such as 3.5.2, not "${text}"`);
  return text;
}

/** Returns the first moment of a day in UTC, or one in the past when the setting is missing. */
function date(read: Read, name: SettingName): number {
  const text = read(name) ?? '1970-01-01';
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00.000Z`) : Number.NaN;
  if (Number.isNaN(time)) throw new SettingError(name, `must be a day such as 2027-01-31, not "${text}"`);
  return time;
}
