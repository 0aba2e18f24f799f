import type { ValueAddress } from '@azulejo/contract';
import type { BoundStatement } from '@azulejo/storage';
import type { Effect } from './batcher.ts';

/**
 * A value of a person's own channel that the platform derives from what the person's phones report. It is stored
 * in the unit of the reports from which it follows, so that neither is lost without the other.
 */
export type Derivation = {
  readonly target: Pick<ValueAddress, 'componentId' | 'propertyId'>;
  readonly isSource: (propertyId: string) => boolean;
  /** Reads what is remembered of these users: at most as many as a batch has entries. */
  readonly begin: (userIds: readonly string[]) => Promise<Deriving>;
};

export type PhoneReport = {
  readonly property: string;
  readonly data: unknown;
  /** When it was received, in epoch milliseconds. */
  readonly at: number;
};

/** The derived values of one batch. */
export type Deriving = {
  /** Takes what a phone of the user reported. Returns the values that follow, in order. */
  readonly report: (userId: string, report: PhoneReport) => readonly unknown[];
  /** Returns the values that follow at this time without a report, in order. */
  readonly refresh: (userId: string, at: number) => readonly unknown[];
  /** Returns what to store with the values, and the effects once it is stored. */
  readonly finish: () => {
    readonly statements: readonly BoundStatement[];
    readonly effects: readonly Effect[];
  };
};

/** Used for batches without a report of a phone. */
export const NOTHING_DERIVED: Deriving = {
  report: () => [],
  refresh: () => [],
  finish: () => ({ statements: [], effects: [] }),
};
