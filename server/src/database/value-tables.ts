import type { Generated } from 'kysely';

/* What devices said, and what was asked of them. */

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

/** A small number for each property that ever had a value: history is keyed by it. */
export type SeriesTable = {
  id: Generated<number>;
  channel_id: string;
  component_id: string;
  property_id: string;
};

/** Numbers stand in `number`, all else in `data_json`. Without a cause it was the channel's own report. */
export type HistoryTable = {
  series_id: number;
  time: number;
  /** Tells values of one millisecond apart, in the order in which they came. */
  n: number;
  number: number | null;
  data_json: string | null;
  sender: string | null;
  on_behalf_of: string | null;
  cause: string | null;
};

/** Of the numbers of one hour, which begins at `hour`; kept when the values themselves are pruned. */
export type HistoryHoursTable = {
  series_id: number;
  hour: number;
  count: number;
  minimum: number;
  maximum: number;
  sum: number;
};

/** Of the values of one hour that are no numbers; kept as long as the values themselves. */
export type HistoryOtherHoursTable = {
  series_id: number;
  hour: number;
  count: number;
  /** The time of the last. */
  last: number;
};

/** A write that who stands behind the channel has to answer; at most one open for each property. */
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

/** The number of each user's last event. The first is 1 and none is left out, so a number that is gone was pruned. */
export type EventCountersTable = { user_id: string; last: number };

/** What happened in a user's home, in the order in which that user is told. */
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
  /** Of a command: how it ended. */
  state: CommandsTable['state'] | null;
  sender: string | null;
  on_behalf_of: string | null;
  cause: string | null;
};

/** Channels behind which the platform itself plays the device. */
export type VirtualDevicesTable = {
  channel_id: string;
  seed: number;
  faults_json: string;
  created: number;
  /** When it was last told what to do; 0 for never. */
  updated: Generated<number>;
  /** The values that stand still. */
  held_json: Generated<string>;
};
