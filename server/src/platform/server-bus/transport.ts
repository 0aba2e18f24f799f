import type { Place } from './server-bus.ts';

/** What carries batches. A batch that is sent also comes back to its sender, which proves that both ways work. */
export type Transport = AsyncDisposable & {
  /** How long a batch may be, in bytes. */
  readonly maxBytes: number;
  /** Returns the subject by which the messages of a place are sent. Several places may share one. */
  subjectOf(place: Place): string;
  /** Returns false when the batch cannot be sent, because too many wait already. */
  send(subject: string, batch: string): boolean;
  /** Receives a subject until it is disposed of. */
  subscribe(subject: string): Disposable;
  /** Connects again, because nothing was received for too long. */
  reconnect(): void;
};

export type TransportEvents = {
  received(subject: string, batch: string): void;
  /** Batches may have been lost from now on, in one direction or both. */
  lost(): void;
  /** It receives again. */
  restored(): void;
  /** Batches that `send` accepted were not sent. */
  dropped(): void;
};

/** Resolves when it is connected. */
export type OpenTransport = (events: TransportEvents) => Promise<Transport>;

/** How many bytes may wait to be sent. */
export const MAX_QUEUED_BYTES = 8 * 1024 * 1024;
