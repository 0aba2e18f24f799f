import type { Activity, Channel, Component, Property } from '@azulejo/contract';
import { propertiesOf, readSchedule } from '@azulejo/model';
import { ACCESS } from '@azulejo/sdk';
import { t } from '@lingui/core/macro';
import { accessText } from '../../data/live/access-labels.ts';
import { configOf, isOfClass, schemaOf } from '../../devices/controls/property.ts';
import { valueText } from '../../devices/controls/value-text.ts';
import { propertyLabel } from '../../kit/formats/property-label.ts';
import type { Reading } from '../../kit/formats/reading.ts';
import { isOfSchedule } from './schedule/use-schedules.ts';

export type ActivityText = {
  readonly what: string;
  /** Holds the value without its label. */
  readonly value?: string;
  readonly by: string;
};

/** Describes what happened and who did it. */
export function activityText(
  each: Activity,
  channel: Channel,
  me: string | undefined,
  reading: Reading,
): ActivityText {
  const { component, property: id, data, by, through } = each;
  const part = channel.components.find((one) => one.id === component);
  const prefix = channel.components.length > 1 && part ? `${part.label || part.id}: ` : '';
  const property = channel.properties.find((one) => one.id === id);
  const who = whoText(by, me);
  const app = through?.name;
  const author = app && by.type === 'user' ? t`${who}, with ${app}` : who;
  if (id === ACCESS) return { what: `${prefix}${accessText(data) ?? String(data)}`, by: author };
  const label = propertyLabel(property ?? { id, label: '' });
  const schema = property && schemaOf(property);
  // A composite value may contain codes and passwords, and the text of a schedule is for devices.
  if (schema === 'composite' || isSchedule(channel, part, each))
    return { what: `${prefix}${t`${label} was set`}`, by: author };
  const value =
    (property && valueText(data, property, reading)) ??
    (typeof data === 'object' || data === '' ? '–' : String(data));
  if (property && isClearFromValue(property, label)) return { what: `${prefix}${value}`, value, by: author };
  const isSet = by.type !== 'device' && schema !== 'event';
  const what = `${prefix}${isSet ? t`${label} set to ${value}` : `${label}: ${value}`}`;
  return { what, value, by: author };
}

/** Returns whether the value is the weekly schedule of a thermostat, or a day of it. */
function isSchedule(
  channel: Channel,
  component: Component | undefined,
  { property, data }: Activity,
): boolean {
  if (typeof data !== 'string' || !component) return false;
  const dataOf = (other: string) => (other === property ? data : undefined);
  const schedule = readSchedule(propertiesOf(channel, component), dataOf);
  return schedule !== undefined && isOfSchedule([{ component, schedule }], component, property);
}

const STATUS = /\.control\.status$/;

/** Returns whether the value says everything: `On`, and `Unlocked` for a property that is named `Locked`. */
function isClearFromValue(property: Property, label: string): boolean {
  const { on, off } = configOf(property);
  return isOfClass(property, STATUS) || label === on || label === off;
}

/** Names an automation with its reason, as far as both are known. */
export function automationText({ name, because }: Pick<Activity['by'], 'name' | 'because'>): string {
  const automation = name ?? t`An automation`;
  return because === undefined ? automation : t`${automation} ${because}`;
}

/** Returns who did something: `You`, a name, or `The device`. */
export function whoText({ type, id, name }: Activity['by'], me: string | undefined): string {
  if (type === 'device') return t`The device`;
  if (type === 'automation') return name ?? t`An automation`;
  if (type === 'client') return name ?? t`An application`;
  if (id === me) return t({ message: 'You', context: 'person' });
  return name ?? t`Someone who no longer uses it`;
}
