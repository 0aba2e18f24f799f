import type { Scene, SceneSetting, SceneSettingInput, Shortcut, ShortcutInput } from '@azulejo/contract';
import { isJsonObject } from '@azulejo/model';
import type { ChannelWithTemplate } from '../../devices/channels/index.ts';
import { ApiError } from '../../platform/api-error.ts';
import { writtenOf } from './scene.ts';

/** Known apps draw each shortcut in its own color; scenes have pictures instead. */
const COLOR = '#2a9d8f';

type UrlOf = (name: string) => string;

/** Returns a scene in the form of known apps. A setting whose device is gone stays, so that an edit keeps it. */
export function toShortcut(
  { id, label, show_in_watch: showInWatch, settings }: Scene,
  order: number,
  channels: ReadonlyMap<string, ChannelWithTemplate>,
  picture: UrlOf,
): Shortcut {
  const actions = settings.map((setting) => toAction(setting, channels.get(setting.channel), picture));
  return { id, label, color: COLOR, order, origin: 'manual', showInWatch, actions, execute: [] };
}

/** The picture of a device that is gone: an app needs one (ios-app 6.2). */
const NO_DEVICE = 'background.png';

function toAction(setting: SceneSetting, found: ChannelWithTemplate | undefined, picture: UrlOf) {
  const { channel, component, property, data: value, unit } = setting;
  const template = found?.template;
  const rule = JSON.stringify({ is: 'set', property, value, ...(unit !== undefined && { unit }) });
  return {
    profile: template?.id ?? '',
    channel,
    component,
    property,
    label: setting.label ?? inWords(setting, template),
    labels: {
      component: template?.components.find(({ id }) => id === component)?.label ?? component,
      profile: template?.name ?? '',
      channel: found?.channel.name ?? '',
    },
    photoUrl: picture(template?.tilePicture ?? NO_DEVICE),
    photoUrlAlt: picture(template?.picture ?? NO_DEVICE),
    choices: [{ id: 'azulejo-1', choice: { rule } }],
    ...(found ? {} : { isInvalid: true }),
  };
}

function inWords(setting: SceneSetting, template: ChannelWithTemplate['template'] | undefined): string {
  const label = template?.properties.find(({ id }) => id === setting.property)?.label ?? setting.property;
  const value = writtenOf(setting);
  return `${label}: ${typeof value === 'string' ? value : JSON.stringify(value)}`.slice(0, 200);
}

/** A rule is a property and a value of at most 2,000 characters. */
const MAX_RULE_LENGTH = 4_000;

/** Returns what a known app sends as settings. Throws `invalid_request` for actions of another rule editor. */
export function settingsIn({ actions }: Pick<ShortcutInput, 'actions'>): SceneSettingInput[] {
  const fields: { field: string; reason: string }[] = [];
  const settings = actions.flatMap(({ channel, component, label, choices }, index): SceneSettingInput[] => {
    const rule = ruleIn(choices[0]);
    if (rule) return [{ channel, component, ...rule, ...(label?.trim() ? { label: label.trim() } : {}) }];
    fields.push({ field: `actions[${index}].choices`, reason: 'is not a setting of this platform' });
    return [];
  });
  if (fields.length > 0) throw new ApiError('invalid_request', { fields });
  return settings;
}

/** Reads the rule. Everything is in one text, because apps drop members that they do not know (android-app 6.2). */
function ruleIn(first: unknown): Pick<SceneSettingInput, 'property' | 'data' | 'unit'> | undefined {
  const choice = isJsonObject(first) ? first['choice'] : undefined;
  const text = isJsonObject(choice) ? choice['rule'] : undefined;
  if (typeof text !== 'string' || text.length > MAX_RULE_LENGTH) return undefined;
  const rule = parsed(text);
  if (!isJsonObject(rule) || rule['is'] !== 'set') return undefined;
  const { property, value: data, unit } = rule;
  if (typeof property !== 'string' || data === undefined) return undefined;
  if (unit === undefined) return { property, data };
  return typeof unit === 'string' ? { property, data, unit } : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
