import { addresses } from './addresses.ts';
import { apps } from './apps.ts';
import { backups } from './backups.ts';
import { bridges } from './bridges.ts';
import { data } from './data.ts';
import type { SettingDefinition } from './definition.ts';
import { limits } from './limits.ts';
import { logsAndMetrics } from './logs-and-metrics.ts';
import { mail } from './mail.ts';
import { mqtt } from './mqtt.ts';
import { notifications } from './notifications.ts';
import { retention } from './retention.ts';
import { tlsAndProxies } from './tls-and-proxies.ts';
import { tokens } from './tokens.ts';
import { webhooks } from './webhooks.ts';

export { defaultText } from './definition.ts';

/** Every setting: its name, its default and what it does. `docs/settings.md` is generated from this list. */
export const settingGroups = [
  addresses,
  data,
  backups,
  mqtt,
  tlsAndProxies,
  tokens,
  webhooks,
  bridges,
  limits,
  retention,
  mail,
  notifications,
  apps,
  logsAndMetrics,
] as const;

type Settings = (typeof settingGroups)[number]['settings'];
type NamesOf<Group> = Group extends unknown ? keyof Group & string : never;
type DefaultedOf<Group> = Group extends unknown
  ? { [Name in keyof Group]: Group[Name] extends { default: string } ? Name : never }[keyof Group] & string
  : never;

export type SettingName = NamesOf<Settings>;
/** The settings that have their own default, so that reading them always returns a text. */
export type DefaultedName = DefaultedOf<Settings>;

export const definitions: Readonly<Record<SettingName, SettingDefinition>> = Object.assign(
  {},
  ...settingGroups.map(({ settings }) => settings),
);
