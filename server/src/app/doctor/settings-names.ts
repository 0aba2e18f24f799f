import type { Config } from '../../config/config.ts';
import { type Finding, ok, warning } from './check.ts';

const CHECK = 'Settings';

/** Names what looks like a setting and is none. */
export function checkSettingsNames({ unknownSettings }: Config): Finding[] {
  if (unknownSettings.length === 0) return [ok(CHECK, 'readable')];
  return unknownSettings.map(({ name, nearest }) =>
    warning(
      CHECK,
      `${name} is not a setting, and has no effect`,
      nearest === undefined ? 'remove it from .env' : `did you mean ${nearest}?`,
    ),
  );
}
