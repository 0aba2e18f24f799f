import type { Address } from '@azulejo/model';

/** A report that was accepted and not delivered yet. */
export type StoredReport = Address & {
  /** Increasing: reports of one property are delivered in the order of their ids. */
  readonly id: number;
  readonly data: unknown;
};

/** A report that was accepted, or the id of one that was delivered, refused or replaced. */
export type OutboxChange = { readonly add: StoredReport } | { readonly remove: number };

/**
 * Where an outbox stores its reports, so that they survive a restart: `fileOutboxStore`, or a table of the
 * program's own database. Only one process may use a store at a time.
 */
export type OutboxStore = {
  /** Returns all reports that were added and not removed, in the order of their ids. */
  load(): Promise<readonly StoredReport[]>;
  /**
   * Stores the changes, in order. They must be durable when the promise resolves. The outbox calls it again
   * only afterwards.
   */
  save(changes: readonly OutboxChange[]): Promise<void>;
  /** Releases files and connections. */
  close?(): Promise<void>;
};

/** Groups changes that arrive while others are being stored, so that one write to the disk stores many. */
export type StoreWriter = {
  /** Resolves when the report is stored. Rejects with the store's error. */
  add(report: StoredReport): Promise<void>;
  remove(id: number): void;
  /** Resolves when everything is stored that was given until now. */
  settled(): Promise<void>;
};

export function createStoreWriter(store: OutboxStore | undefined): StoreWriter {
  let added = new Map<number, StoredReport>();
  let removed: number[] = [];
  let saving: Promise<void> | undefined;
  /** The batch after the one that is being saved. */
  let next: Promise<void> | undefined;

  async function save(): Promise<void> {
    const removing = removed;
    const changes = [
      ...[...added.values()].map((add) => ({ add })),
      ...removing.map((remove) => ({ remove })),
    ];
    added = new Map();
    removed = [];
    if (changes.length === 0) return;
    try {
      await store?.save(changes);
    } catch (error) {
      // A removal that is not stored only repeats a report after a restart. It is tried again.
      removed = [...removing, ...removed];
      throw error;
    }
  }

  function schedule(): Promise<void> {
    next ??= (saving ?? Promise.resolve())
      .catch(() => {})
      .then(() => {
        saving = next;
        next = undefined;
        return save();
      });
    next.catch(() => {});
    return next;
  }

  return {
    add: async (report) => {
      if (!store) return;
      added.set(report.id, report);
      await schedule();
    },
    remove: (id) => {
      if (!store) return;
      // A report that was delivered before it was stored need not be stored.
      if (added.delete(id)) return;
      removed.push(id);
      void schedule();
    },
    settled: async () => {
      if (store) await schedule();
    },
  };
}
