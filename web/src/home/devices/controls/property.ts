import type { Property } from '@azulejo/contract';

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
