import type { Property } from '@azulejo/contract';
import { isWritable } from '@azulejo/model';

/** Settings of a control interface, as templates define them; any of them may be missing. */
export type ControlConfig = {
  readonly min?: number;
  readonly max?: number;
  readonly step?: number;
  readonly suffix?: string;
  readonly on?: string;
  readonly off?: string;
  readonly label?: string;
  readonly value?: unknown;
  readonly options?: readonly Option[];
  readonly presets?: readonly Option[];
};
export type Option = { readonly label: string; readonly value: unknown };

/** Returns the name of the value schema, for example `on-off`. */
export const schemaOf = ({ schema }: Pick<Property, 'schema'>): string =>
  schema.slice(schema.lastIndexOf('/') + 1);

export const isOfClass = ({ classes }: Property, pattern: RegExp): boolean =>
  classes.some((name) => pattern.test(name));

/** Returns the settings of a control, with the limits of the schema where it has none of its own. */
export function configOf({ controlInterfaces: [first], schemaExtension }: Property): ControlConfig {
  const limits = { min: schemaExtension['minimum'], max: schemaExtension['maximum'] };
  return { ...present(limits), ...first?.config } as ControlConfig;
}

const present = (members: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));

/** Returns the kind of control of a property, or `reading` if it is read-only. */
export function kindOf(property: Property): string {
  const [first] = property.controlInterfaces;
  if (!isWritable(property) || !first) return 'reading';
  const schema = schemaOf(property);
  if (schema === 'composite') return 'composite';
  if (first.controlInterface !== 'slider') return first.controlInterface;
  if (schema === 'color-temperature') return 'white';
  if (schema === 'temperature' && isOfClass(property, /setpoint/)) return 'set-point';
  return 'slider';
}

/** Returns whether the control fits on the line of its name, or needs the full width below it. */
export function isInline(kind: string): boolean {
  return kind === 'switch' || kind === 'number' || kind === 'button' || kind === 'reading';
}
