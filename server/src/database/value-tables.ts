import type { Generated } from 'kysely';

/* Tables of values, history, commands and events. */

/** The last value of each property. */
export type PropertyValuesTable = {
  channel_id: string;
  component_id: string;
  property_id: string;
  data_json: string;
  timestamp: number;
  sender: string | null;
  on_behalf_of: string | null;
  cause: string;
  revision: Generated<number>;
};

/** A number for each property that ever had a value. It is the key of the history. */
export type SeriesTable = {
  id: Generated<number>;
  channel_id: string;
  component_id: string;
  property_id: string;
};

/**
 * Numbers are stored in `number`, other values in `data_json`. A null cause means a report of the channel
 * itself.
 */
export type HistoryTable = {
  series_id: number;
  time: number;
  /** Distinguishes values of the same millisecond, in the order of their arrival. */
  n: number;
  number: number | null;
  data_json: string | null;
  sender: string | null;
  on_behalf_of: string | null;
  cause: string | null;
};

/**
 * Statistics of the numbers in the hour that begins at `hour`. Kept when the values themselves are pruned.
 */
export type HistoryHoursTable = {
  series_id: number;
  hour: number;
  count: number;
  minimum: number;
  maximum: number;
  sum: number;
};

/** Statistics of the values in one hour that are not numbers. Kept as long as the values themselves. */
export type HistoryOtherHoursTable = {
  series_id: number;
  hour: number;
  count: number;
  /** The time of the last value. */
  last: number;
};

/** A write that the channel's owner must reply to. At most one per property is open. */
export type CommandsTable = {
  id: string;
  channel_id: string;
  component_id: string;
  property_id: string;
  data_json: string;
  state: 'open' | 'done' | 'answered' | 'unanswered' | 'refused' | 'superseded';
  sender: string | null;
  on_behalf_of: string | null;
  created: number;
  deadline: number;
  settled: number | null;
  answer_json: string | null;
  reason: string | null;
};

/** The number of each user's last event. Numbers start at 1 without gaps, so a missing number was pruned. */
export type EventCountersTable = { user_id: string; last: number };

/** The events of a user's home, in the order in which clients receive them. */
export type UserEventsTable = {
  user_id: string;
  n: number;
  at: number;
  type: 'value' | 'command';
  channel_id: string;
  component_id: string;
  property_id: string;
  io: string | null;
  data_json: string | null;
  /** How a command ended; null for a value. */
  state: CommandsTable['state'] | null;
  sender: string | null;
  on_behalf_of: string | null;
  cause: string | null;
};

/** Channels whose device the platform simulates. */
export type VirtualDevicesTable = {
  channel_id: string;
  seed: number;
  faults_json: string;
  created: number;
  /** When its settings were last changed; 0 if never. */
  updated: Generated<number>;
  /** The values that are held constant. */
  held_json: Generated<string>;
};
