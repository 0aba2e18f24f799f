import type {
  AutomationVersion,
  Calendar,
  HomeFacts,
  PresentValue,
  PropertyFacts,
} from '@azulejo/automations';
import { createCalendar } from '@azulejo/automations';

/** The clock and the place of a home. */
export type HomeTime = Parameters<typeof createCalendar>[0];

/** Facts without functions, so that a thread can be given them. */
export type SentFacts = Omit<HomeFacts, 'properties'> & {
  readonly properties: ReadonlyMap<string, Omit<PropertyFacts, 'accepts'>>;
};

/** A local date of the home, and when it begins. */
export type DayStart = { readonly date: string; readonly from: number };

/** One definition, and the facts and values with which it is replayed. */
export type ReplayTask = {
  readonly version: AutomationVersion;
  readonly facts: SentFacts;
  readonly time: HomeTime;
  /** Contains the values at the beginning. */
  readonly values: readonly PresentValue[];
  readonly from: number;
  /** The days from the beginning to the end, oldest first. */
  readonly days: readonly DayStart[];
  /** Decisions before this time are not recorded; those after it are, one by one. */
  readonly recordFrom: number;
};

/** Returns the facts that a definition needs: of the devices that it names. */
export function toSentFacts(facts: HomeFacts, channels: ReadonlySet<string>): SentFacts {
  const properties = new Map<string, Omit<PropertyFacts, 'accepts'>>();
  for (const [key, { accepts: _function, ...rest }] of facts.properties)
    if (channels.has(rest.channel)) properties.set(key, rest);
  return { ...facts, properties };
}

/** Returns facts for compiling again what has been compiled: its values are known to be valid. */
export const toFacts = ({ properties, ...rest }: SentFacts): HomeFacts => ({
  ...rest,
  properties: new Map([...properties].map(([key, each]) => [key, { ...each, accepts: () => true }])),
});

export const toCalendar = (time: HomeTime): Calendar => createCalendar(time);
