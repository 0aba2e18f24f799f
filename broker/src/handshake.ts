import type { Duplex } from 'node:stream';
import { Connection } from './connection.ts';
import type { ConnectionSlot } from './connection-slots.ts';
import type { BrokerContext } from './context.ts';
import type { CloseReason } from './disconnection.ts';

/** A socket or connection that the broker tracks until it ends or is closed. */
export type PendingConnection = {
  close(reason: CloseReason): void;
  /** Closes the connection when one of its deadlines has passed. Called periodically. */
  checkDeadlines(now: number): void;
};

type Options<P> = {
  context: BrokerContext<P>;
  socket: Duplex;
  address: string;
  slot: ConnectionSlot;
  pending: Set<PendingConnection>;
};

/** An accepted socket until its byte stream is ready; with TLS that is after the handshake. */
export class Handshake<P> implements PendingConnection {
  readonly #options: Options<P>;
  readonly #since: number;
  #hasEnded = false;

  constructor(options: Options<P>) {
    const { context, socket, pending } = options;
    this.#options = options;
    this.#since = context.now();
    pending.add(this);
    socket.once('close', this.#gone);
    socket.on('error', this.#gone);
  }

  /** Starts MQTT on the stream. */
  ready(stream: Duplex): void {
    const { context, address, slot, pending, socket } = this.#options;
    if (this.#hasEnded) {
      stream.destroy();
      return;
    }
    this.#end();
    socket.off('close', this.#gone);
    const onClosed = (closed: PendingConnection) => {
      pending.delete(closed);
      slot.release();
    };
    pending.add(new Connection(context, { stream, address, since: this.#since, slot, onClosed }));
  }

  /** Called when the handshake failed. */
  fail(detail: string): void {
    this.close('tls', detail);
  }

  close(reason: CloseReason, detail?: string): void {
    if (this.#hasEnded) return;
    const { context, socket, address, slot } = this.#options;
    this.#end();
    slot.release();
    socket.destroy();
    context.metrics.mqttClosed.inc({ reason });
    context.rules.endedBeforeSession?.(address, { reason, detail });
  }

  checkDeadlines(now: number): void {
    if (now - this.#since > this.#options.context.limits.connectMs) this.close('connect_timeout');
  }

  readonly #gone = (): void => this.close('gone');

  #end(): void {
    this.#hasEnded = true;
    this.#options.pending.delete(this);
  }
}
