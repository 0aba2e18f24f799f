import type { TemplateProperty } from '@azulejo/contract';
import type { Environment } from './environment.ts';
import type { Random } from './random.ts';

/** Values by the id of their property. */
export type Values = Readonly<Record<string, unknown>>;

/** One component of a device. */
export type Part = {
  readonly type: string;
  readonly properties: ReadonlyMap<string, TemplateProperty>;
  /** The device's own nature: the same at every start. */
  readonly seed: number;
};

/** What a behaviour sees at one step. */
export type Moment = {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Since the step before; 0 when something is written in between. */
  readonly seconds: number;
  /** Of this step and this behaviour alone. */
  readonly random: Random;
  readonly environment: Environment;
  /** What the component shows now, also by other behaviours. */
  readonly values: Values;
  /** What a property has on every component of the device. */
  readonly everywhere: (propertyId: string) => readonly unknown[];
};

/**
 * How some properties of a component behave. Pure: the next state comes from the state, what was written, and the
 * moment. What it shows may be out of the property's bounds: it is fitted to them.
 */
export type Behaviour<State> = {
  /** What it plays in this component; nothing when the component is not of its kind. */
  plays(part: Part): readonly string[];
  /** Goes on from the values last known. */
  start(known: Values, part: Part, random: Random): State;
  step(state: State, inputs: Values, moment: Moment, part: Part): State;
  show(state: State, part: Part): Values;
};

/** Those of `ids` that the component has. */
export const present = (part: Part, ids: readonly string[]): string[] =>
  ids.filter((id) => part.properties.has(id));

export const isWritable = (property: TemplateProperty | undefined): boolean =>
  property?.io.includes('w') ?? false;

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

/** The words that a property may have. */
export const wordsOf = (property: TemplateProperty | undefined): readonly string[] => {
  const words = property?.schemaExtension['enum'];
  return Array.isArray(words) ? words.filter((word) => typeof word === 'string') : [];
};

/** How far something goes on its way to `target` in `seconds`, when it takes `hours` for most of it. */
export const approach = (from: number, target: number, seconds: number, hours: number): number =>
  from + (target - from) * (1 - Math.exp(-seconds / (hours * 3600)));
