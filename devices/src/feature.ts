import type { Counter } from './template/counters.ts';

/** A word, number or boolean in a device's message. */
export type Scalar = string | number | boolean;

/** A value with a special meaning, such as the colour temperature "warm". Some have no value. */
export interface Preset {
  readonly name: string;
  readonly value?: Scalar | null;
}

export interface NumberType {
  readonly type: 'number';
  /** The unit as the device's description spells it, e.g. `sec`. */
  readonly unit?: string;
  /** The range and step of values that can be set. Devices also report others. */
  readonly min?: number;
  readonly max?: number;
  readonly step?: number;
  /** Whether reports may lie beyond what is usual: a level below a mark, or a load of 340 %. */
  readonly isOpen?: boolean;
  readonly presets?: readonly Preset[];
}

export interface ChoiceType {
  readonly type: 'choice';
  /** The values that can be set, and most of those that are reported. */
  readonly values: readonly Scalar[];
  /** What people read instead of the values, in the same order. */
  readonly labels?: readonly string[];
}

export interface BooleanType {
  readonly type: 'boolean';
  readonly on: Scalar;
  readonly off: Scalar;
  /** What people read instead of the values. */
  readonly words?: readonly [on: string, off: string];
}

/** The type of a feature's values in the device's messages. */
export type ValueType =
  | NumberType
  | ChoiceType
  | BooleanType
  | { readonly type: 'text' }
  | { readonly type: 'composite'; readonly members: readonly Member[] }
  | { readonly type: 'list'; readonly item: Member };

export interface Access {
  readonly isReported: boolean;
  readonly isWritable: boolean;
  readonly isReadable: boolean;
}

/** A part of a composite, or the items of a list. */
export interface Member {
  readonly name: string;
  /** The member of the device's messages that has the value. */
  readonly key: string;
  readonly access: Access;
  readonly value: ValueType;
}

/** A group of features, e.g. the brightness and colour of one light. */
export type Role = 'light' | 'switch' | 'lock' | 'cover' | 'fan' | 'climate';

/**
 * Something that a device reports or that can be set, independent of the systems that describe devices.
 * Every system's description is read into features, and one mapper makes template and codec of them.
 */
export interface Feature extends Member {
  readonly role?: Role;
  /** Name of the part of the device that has it, e.g. `l1` or `left`. */
  readonly endpoint?: string;
  /** The device's own name of the feature, in any language. */
  readonly label?: string;
  /** The device's own name of the part. */
  readonly endpointLabel?: string;
  readonly category?: 'config' | 'diagnostic';
  /** What a counter of energy counts, when its name does not say. */
  readonly counter?: Counter;
}

/** A model of a device with its features. */
export interface Definition {
  readonly vendor: string;
  readonly model: string;
  readonly description: string;
  readonly features: readonly Feature[];
}

/** The package, or the program, from which a definition comes. */
export interface Source {
  readonly name: string;
  readonly version: string;
}
