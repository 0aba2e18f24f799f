import type { TemplateProperty } from '@azulejo/contract';
import type { Environment } from './environment.ts';
import type { Random } from './random.ts';

/** Values by the id of their property. */
export type Values = Readonly<Record<string, unknown>>;

/** One component of a device. */
export type Part = {
  readonly type: string;
  readonly properties: ReadonlyMap<string, TemplateProperty>;
  /** Distinguishes the device from others of its kind; the same at every start. */
  readonly seed: number;
};

/** The input of a behaviour at one step. */
export type Moment = {
  /** Counted in milliseconds since 1970. */
  readonly now: number;
  /** Seconds since the previous step; 0 for a write between two steps. */
  readonly seconds: number;
  /** Random numbers for this step and this behaviour alone. */
  readonly random: Random;
  readonly environment: Environment;
  /** The component's current values, including those of other behaviours. */
  readonly values: Values;
  /** Returns the values that a property has on every component of the device. */
  readonly everywhere: (propertyId: string) => readonly unknown[];
};

/**
 * Simulates some properties of a component. It is pure: the next state depends on the state, what was
 * written, and the moment. Values may be out of the property's bounds; they are fitted to them afterwards.
 */
export type Behaviour<State> = {
  /**
   * Returns the properties that it simulates in this component; none when the component is not of its kind.
   */
  plays(part: Part): readonly string[];
  /** Returns the first state, which continues from the last known values. */
  start(known: Values, part: Part, random: Random): State;
  step(state: State, inputs: Values, moment: Moment, part: Part): State;
  show(state: State, part: Part): Values;
};

/** Returns those of `ids` that the component has. */
export const present = (part: Part, ids: readonly string[]): string[] =>
  ids.filter((id) => part.properties.has(id));

export const numberIn = (values: Values, id: string, otherwise: number): number => {
  const value = values[id];
  return typeof value === 'number' ? value : otherwise;
};

export const booleanIn = (values: Values, id: string, otherwise: boolean): boolean => {
  const value = values[id];
  return typeof value === 'boolean' ? value : otherwise;
};

export const textIn = (values: Values, id: string): string | undefined => {
  const value = values[id];
  return typeof value === 'string' ? value : undefined;
};

/** Returns the words that a property may have. */
export const wordsOf = (property: TemplateProperty | undefined): readonly string[] => {
  const words = property?.schemaExtension['enum'];
  return Array.isArray(words) ? words.filter((word) => typeof word === 'string') : [];
};

/**
 * Returns the value after `seconds` of approaching `target` exponentially, with a time constant of `hours`.
 */
export const approach = (from: number, target: number, seconds: number, hours: number): number =>
  from + (target - from) * (1 - Math.exp(-seconds / (hours * 3600)));
