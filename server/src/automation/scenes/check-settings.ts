import type { FieldError, SceneSetting, SceneSettingInput, TemplateProperty } from '@azulejo/contract';
import { isSecure, propertiesOfType } from '@azulejo/model';
import { canConvert, convert, findUnit } from '@azulejo/units';
import { type ChannelAccess, type Rights, requireMaySet } from '../../core/access/index.ts';
import type { Channels } from '../../devices/channels/index.ts';
import type { Templates, VersionedTemplate } from '../../devices/templates/index.ts';
import { ApiError } from '../../platform/api-error.ts';
import type { WritePath } from '../../telemetry/write-path/index.ts';
import { isSameSetting, keyOfSetting } from './scene.ts';

/** A limit above what any setting of a device needs, low enough for 50 settings in one row. */
const MAX_DATA_LENGTH = 2_000;

type Dependencies = { channels: Channels; templates: Templates; writePath: WritePath };

export type SettingsCheck = {
  readonly userId: string;
  /** What the caller may do: nobody saves what they may not do themselves. */
  readonly rights: Rights;
  readonly settings: readonly SceneSettingInput[];
  /** Settings that the scene already has, which may stay even if their device is gone. */
  readonly known?: readonly SceneSetting[];
  /** Returns how the caller named a member of a setting. */
  readonly fieldOf?: (index: number, member: keyof SceneSettingInput) => string;
};

type Refusal = { readonly kind: 'invalid_request' | 'invalid_value' | 'not_writable' } & FieldError;

type Refuse = (kind: Refusal['kind'], member: keyof SceneSettingInput, reason: string) => void;

/**
 * Checks settings against the devices that the user has now, and converts values with a unit to the unit of the
 * device. Throws `insufficient_scope`, or `invalid_request`, `not_writable` or `invalid_value` with all wrong fields of
 * that kind.
 */
export function createCheckSettings(dependencies: Dependencies) {
  const checkOne = createCheckOne(dependencies.writePath);
  return async (check: SettingsCheck): Promise<SceneSetting[]> => {
    const {
      settings,
      rights,
      known = [],
      fieldOf = (index, member) => `settings[${index}].${member}`,
    } = check;
    const byChannel = await templatesOf(dependencies, check);
    const refusals: Refusal[] = [];
    const seen = new Set<string>();
    const checked = settings.map((setting, index) => {
      const refuse: Refuse = (kind, member, reason) =>
        void refusals.push({ kind, field: fieldOf(index, member), reason });
      const key = keyOfSetting(setting);
      if (seen.has(key)) refuse('invalid_request', 'property', 'is set twice');
      seen.add(key);
      if (rights !== 'all') requireMaySet(rights, isOfSecure(byChannel.get(setting.channel), setting));
      const kept = known.find((each) => isSameSetting(each, setting));
      if (kept) return { ...kept, ...(setting.label !== undefined && { label: setting.label }) };
      return checkOne(setting, byChannel.get(setting.channel), refuse);
    });
    throwFirstKind(refusals);
    return checked.filter((each) => each !== undefined);
  };
}

/** Returns whether the setting is of a secure property. One that is not known counts as secure. */
function isOfSecure(template: VersionedTemplate | undefined, { component, property }: SceneSettingInput) {
  const type = template?.components.find(({ id }) => id === component)?.type;
  const found = propertiesOfType(template?.properties ?? [], type ?? '').find(({ id }) => id === property);
  return found === undefined || isSecure(found);
}

/** Returns the templates of those channels of the settings that the user may use. */
async function templatesOf({ channels, templates }: Dependencies, { userId, settings }: SettingsCheck) {
  const accesses = await channels.findChannelAccesses([...new Set(settings.map(({ channel }) => channel))]);
  const found = await Promise.all(
    accesses
      .filter((access) => isOf(access, userId))
      .map(async (access) => {
        const template = await templates.get(access.templateId, access.templateVersion);
        return [access.channelId, template] as const;
      }),
  );
  return new Map(found);
}

/** Returns a function that checks one setting and converts its value. */
function createCheckOne(writePath: WritePath) {
  return (
    setting: SceneSettingInput,
    template: VersionedTemplate | undefined,
    refuse: Refuse,
  ): SceneSetting | undefined => {
    const { component: componentId, property: propertyId, data, unit } = setting;
    if (!template) return void refuse('invalid_request', 'channel', 'is not a device of this user');
    const component = template.components.find(({ id }) => id === componentId);
    if (!component) return void refuse('invalid_request', 'component', 'is not a part of this device');
    const ofPart = propertiesOfType(template.properties, component.type);
    const property = ofPart.find(({ id }) => id === propertyId);
    if (!property) return void refuse('invalid_request', 'property', 'is not a property of this part');
    if (data === undefined) return void refuse('invalid_request', 'data', 'is required');
    if (JSON.stringify(data).length > MAX_DATA_LENGTH)
      return void refuse('invalid_request', 'data', `must be at most ${MAX_DATA_LENGTH} characters of JSON`);
    const converted = unit === undefined ? undefined : convertedTo(property, data, unit);
    if (converted && 'reason' in converted)
      return void refuse('invalid_request', converted.field, converted.reason);
    try {
      const address = { channelId: setting.channel, componentId, propertyId };
      writePath.check(template, address, converted?.value ?? data);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.kind === 'not_writable') return void refuse('not_writable', 'property', 'cannot be set');
      return void refuse('invalid_value', 'data', error.fields[0]?.reason ?? error.message);
    }
    return { ...plain(setting), ...(converted && { written: converted.value }) };
  };
}

/** Whether the user may use the channel now. */
export const isOf = ({ users }: ChannelAccess, userId: string): boolean =>
  users.some(({ id }) => id === userId);

function plain({ channel, component, property, data, unit, label }: SceneSettingInput): SceneSettingInput {
  return {
    channel,
    component,
    property,
    data,
    ...(unit !== undefined && { unit }),
    ...(label !== undefined && { label }),
  };
}

/** The maximum number of reported errors. The first ones help a client that sends more. */
const MAX_FIELDS = 20;

function throwFirstKind(refusals: readonly Refusal[]): void {
  for (const kind of ['invalid_request', 'not_writable', 'invalid_value'] as const) {
    const fields = refusals.filter((each) => each.kind === kind);
    if (fields.length > 0)
      throw new ApiError(kind, {
        fields: fields.slice(0, MAX_FIELDS).map(({ field, reason }) => ({ field, reason })),
      });
  }
}

/** Hides that 68 °F are 19.999999999999996 °C in binary fractions. */
const DECIMALS = 6;

type Converted = { readonly value: number } | { readonly field: 'data' | 'unit'; readonly reason: string };

/** Converts a number to the unit of the device, to the nearest step of the property; or returns why not. */
function convertedTo(
  { unitsOptions, schemaExtension }: Pick<TemplateProperty, 'unitsOptions' | 'schemaExtension'>,
  data: unknown,
  unit: string,
): Converted {
  const [from, to] = [findUnit(unit), findUnit(unitsOptions.vendorUnit)];
  if (from === undefined) return { field: 'unit', reason: 'is not a unit' };
  if (to === undefined) return { field: 'unit', reason: 'must be absent: this property has no unit' };
  if (!canConvert(from, to)) return { field: 'unit', reason: `cannot be converted to ${to}` };
  if (typeof data !== 'number') return { field: 'data', reason: 'must be a number, because it has a unit' };
  const exact = convert(data, from, to);
  const step = schemaExtension['multipleOf'];
  // A value in the device's own unit is not changed: if it is between two steps, the check says so.
  const isRounded = from !== to && typeof step === 'number' && step > 0;
  return { value: Number((isRounded ? Math.round(exact / step) * step : exact).toFixed(DECIMALS)) };
}
