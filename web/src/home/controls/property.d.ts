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
export type Option = {
  readonly label: string;
  readonly value: unknown;
};
/** Returns the name of the value schema, for example `on-off`. */
export declare const schemaOf: ({ schema }: Pick<Property, 'schema'>) => string;
export declare const isOfClass: ({ classes }: Property, pattern: RegExp) => boolean;
/** Returns the settings of a control, with the limits of the schema where it has none of its own. */
export declare function configOf({ controlInterfaces: [first], schemaExtension }: Property): ControlConfig;
/** Returns the confirmation to ask for. Opening a lock, or losing a counter, by mistake cannot be undone. */
export declare function questionOf(property: Property, device: string, data: unknown): Question | undefined;
export type Question = {
  readonly title: string;
  readonly text: string;
  readonly yes: string;
};
