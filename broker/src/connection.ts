import type { Duplex } from 'node:stream';
import type { Identity } from './broker.ts';
import type { ConnectionSlot } from './connection-slots.ts';
import type { BrokerContext } from './context.ts';
import { decode, decodeConnect } from './decode.ts';
import type { CloseReason } from './disconnection.ts';
import { encodeConnack, UNSUPPORTED_VERSION_5 } from './encode.ts';
import { type Frame, FrameReader } from './frame-reader.ts';
import { LiveSession } from './live-session.ts';
import { Output } from './output.ts';
import { type Connect, ProtocolViolation, RefusedClientId, TooLarge, UnsupportedVersion } from './packets.ts';
import { idInGroup } from './session-state.ts';

/** How long a refused client has to read its CONNACK. Closing with unread bytes would discard the CONNACK. */
const LINGER_MS = 5_000;

type Opening<P> = {
  stream: Duplex;
  address: string;
  /** When its socket was accepted. */
  since: number;
  slot: ConnectionSlot;
  onClosed: (connection: Connection<P>) => void;
};

type Phase = 'waiting' | 'authenticating' | 'open' | 'held' | 'lingering' | 'closed';

/**
 * One stream from its first byte to its end. Reads packets no faster than they can be handled, and enforces
 * deadlines.
 *
 * 1. `waiting`: the first packet must be CONNECT and arrive within `connectMs`.
 * 2. `authenticating`: nothing is read until the rules have decided.
 * 3. `open`: packets go to the session; the socket is paused while the session exceeds its limits.
 * 4. `held`: unread until a random time has passed, then closed. `lingering`: refused, until CONNACK was
 *    read.
 */
export class Connection<P> {
  readonly address: string;
  readonly output: Output;
  readonly #stream: Duplex;
  readonly #context: BrokerContext<P>;
  readonly #reader: FrameReader;
  readonly #slot: ConnectionSlot;
  readonly #onClosed: (connection: Connection<P>) => void;
  #phase: Phase = 'waiting';
  /** When the connection began; once refused, when it was refused. */
  #since: number;
  #receivedAt: number;
  /** When the incomplete packet began. Moved forward while the socket is not read. */
  #begunAt: number | undefined;
  #keepAliveMs = 0;
  #isBlocked = false;
  #rateTimer: Disposable | undefined;
  #live: LiveSession<P> | undefined;
  /** Why and when a held connection is closed. */
  #held: { reason: CloseReason; principal: P | undefined; until: number } | undefined;

  constructor(context: BrokerContext<P>, { stream, address, since, slot, onClosed }: Opening<P>) {
    this.#context = context;
    this.#stream = stream;
    this.address = address;
    this.#slot = slot;
    this.#onClosed = onClosed;
    this.#reader = new FrameReader(context.limits);
    this.#since = since;
    this.#receivedAt = since;
    this.output = new Output(stream, { now: context.now, onDrained: this.#drained, onQueued: this.#queued });
    stream.on('data', this.#receive);
    stream.on('frameBegun', this.#frameBegun);
    stream.on('frameEnded', this.#frameEnded);
    stream.on('end', this.#ended);
    stream.on('close', () => this.close('gone'));
    stream.on('error', () => this.close('gone'));
  }

  /** Closes the connection. `principal` is the refused client's principal, where it is known. */
  close(reason: CloseReason, detail?: string, principal?: P): void {
    if (this.#phase === 'closed') return;
    const wasRefused = this.#phase === 'lingering';
    this.#phase = 'closed';
    this.#rateTimer?.[Symbol.dispose]();
    this.output.clear();
    this.#stream.destroy();
    this.#onClosed(this);
    if (!wasRefused) this.#count(reason);
    this.#live?.quota.stopWaiting(this.#read);
    if (this.#live) this.#live.closed({ reason, detail });
    else if (!wasRefused) this.#endedBeforeSession(reason, detail, principal);
  }

  /**
   * Closes after a random time and reads nothing until then, so that clients do not all reconnect at once.
   */
  closeLater(reason: CloseReason, principal?: P): void {
    if (this.#phase === 'closed' || this.#phase === 'held') return;
    const { now, limits } = this.#context;
    this.#phase = 'held';
    this.#held = { reason, principal, until: now() + Math.random() * limits.troubleMs };
    this.#stream.pause();
  }

  /** Closes the connection when one of its deadlines has passed. Called periodically. */
  checkDeadlines(now: number): void {
    const { limits } = this.#context;
    if (this.#held && now >= this.#held.until) this.close(this.#held.reason, undefined, this.#held.principal);
    if (this.#phase === 'waiting' && now - this.#since > limits.connectMs) this.close('connect_timeout');
    if (this.#phase === 'lingering' && now - this.#since > LINGER_MS) this.close('refused');
    if (this.#phase !== 'open') return;
    // A client whose socket is paused does not count as silent.
    if (this.#isBlocked) this.#receivedAt = now;
    if (this.#isBlocked && this.#begunAt !== undefined) this.#begunAt = now;
    if (this.#isPacketLate(now)) this.close('packet_timeout');
    else if (this.output.stalledFor(now) > limits.drainMs) this.close('slow');
    else if (this.#keepAliveMs > 0 && now - this.#receivedAt > this.#keepAliveMs) this.close('keep_alive');
  }

  #isPacketLate(now: number): boolean {
    if (this.#begunAt === undefined) return false;
    const { packetMs, packetBytesPerMs, packetBytes } = this.#context.limits;
    const bytes = this.#reader.begunBytes ?? packetBytes;
    return now - this.#begunAt > packetMs + bytes / packetBytesPerMs;
  }

  /** Called when fewer messages are in processing than before. */
  onRoom(): void {
    if (this.#isBlocked) this.#read();
  }

  readonly #ended = (): void => {
    // A refused client that has closed its half may still be reading its CONNACK.
    if (this.#phase !== 'lingering') this.close('gone');
  };

  readonly #drained = (): void => {
    this.#live?.drained();
    this.onRoom();
  };

  readonly #queued = (bytes: number): void => {
    this.#live?.quota.queue(bytes);
  };

  /** Called by a WebSocket, which delivers the bytes of a frame only once it is complete. */
  readonly #frameBegun = (): void => {
    this.#begunAt ??= this.#context.now();
  };

  readonly #frameEnded = (): void => {
    if (this.#reader.begunBytes === undefined) this.#begunAt = undefined;
  };

  readonly #receive = (chunk: Buffer): void => {
    if (this.#phase === 'closed' || this.#phase === 'lingering') return;
    this.#receivedAt = this.#context.now();
    this.#reader.push(chunk);
    this.#read();
  };

  readonly #read = (): void => {
    try {
      while (this.#mayRead()) {
        const frame = this.#reader.next();
        if (frame || this.#reader.begunBytes === undefined) this.#begunAt = undefined;
        else this.#begunAt ??= this.#context.now();
        if (!frame) {
          this.#unblock();
          return;
        }
        this.#handle(frame);
      }
    } catch (error) {
      this.#failed(error);
    }
    if (this.#phase === 'authenticating' || this.#phase === 'open') this.#block();
  };

  #mayRead(): boolean {
    if (this.#phase === 'waiting') return true;
    return this.#phase === 'open' && this.#live?.waitMs === 0;
  }

  #block(): void {
    this.#isBlocked = true;
    this.#stream.pause();
    const waitMs = this.#live?.waitMs ?? Number.POSITIVE_INFINITY;
    this.#rateTimer?.[Symbol.dispose]();
    if (Number.isFinite(waitMs)) this.#rateTimer = this.#context.setTimer(waitMs, this.#read);
    else this.#live?.quota.waitForRoom(this.#read);
  }

  #unblock(): void {
    if (!this.#isBlocked) return;
    this.#isBlocked = false;
    this.#stream.resume();
  }

  #handle(frame: Frame): void {
    if (this.#live) {
      this.#live.handle(decode(frame));
      return;
    }
    const connect = decodeConnect(frame);
    this.#phase = 'authenticating';
    void this.#authenticate(connect);
  }

  async #authenticate(connect: Connect): Promise<void> {
    const { rules, logger } = this.#context;
    const { username, password } = connect;
    try {
      const identity = await rules.authenticate({ username, password, address: this.address });
      if (this.#phase !== 'authenticating') return;
      if (!identity) return this.#refuse(encodeConnack(4), 'refused');
      this.#open(connect, identity);
    } catch (error) {
      // No CONNACK: known clients reconnect after a lost connection but never after a refusal (android-app
      // 4.6).
      logger.warn({ err: error, address: this.address }, 'a client could not be let in');
      return this.closeLater('unavailable');
    }
    this.#read();
  }

  #open(connect: Connect, identity: Identity<P>): void {
    const { accounts, registry, now } = this.#context;
    const { sessions, limits, connects } = accounts.of(identity.key, identity.limits);
    const takesOver =
      identity.isSingle || registry.isOpen(identity.key, idInGroup(identity.group, connect.clientId));
    if (sessions >= limits.sessions && !takesOver) {
      this.close('account_limit', `${sessions} are open`, identity.principal);
      return;
    }
    // Held, because a client that reconnects immediately would use up the connections of its whole network.
    if (connects.waitMs(now()) > 0) {
      this.closeLater('reconnects', identity.principal);
      return;
    }
    connects.take(1, now());
    if (identity.isSingle) for (const other of registry.openOf(identity.key)) other.takeOver();
    const live = new LiveSession(this.#context, { connect, identity, line: this });
    this.#live = live;
    this.#phase = 'open';
    this.#slot.seat();
    this.#reader.version = connect.version;
    // MQTT-3.1.2-24: one and a half times the keep alive, which is in seconds.
    this.#keepAliveMs = connect.keepAlive * 1500;
    live.arrive();
    // MQTT 3.1 has no session present flag.
    this.output.write(encodeConnack(0, live.isPresent && connect.version === 4));
    live.resume();
  }

  #refuse(connack: Buffer, reason: CloseReason): void {
    this.#phase = 'lingering';
    this.#since = this.#context.now();
    this.#count(reason);
    this.output.write(connack);
    this.output.end();
    this.#stream.resume();
  }

  #failed(error: unknown): void {
    const { logger } = this.#context;
    logger.debug({ err: error, address: this.address }, 'a packet was not handled');
    if (error instanceof UnsupportedVersion || error instanceof RefusedClientId) {
      const isVersion = error instanceof UnsupportedVersion;
      const reason = isVersion ? 'version' : 'refused';
      this.#endedBeforeSession(reason, error.message);
      if (isVersion && error.readsVersion5) this.#refuse(UNSUPPORTED_VERSION_5, reason);
      else this.#refuse(encodeConnack(isVersion ? 1 : 2), reason);
    } else if (error instanceof TooLarge) this.close('limit', error.message);
    else if (error instanceof ProtocolViolation) this.close('protocol', error.message);
    else {
      logger.warn({ err: error, address: this.address }, 'a packet was not handled, by a mistake of ours');
      this.close('failed');
    }
  }

  #endedBeforeSession(reason: CloseReason, detail: string | undefined, principal?: P): void {
    this.#context.rules.endedBeforeSession?.(this.address, { reason, detail }, principal);
  }

  #count(reason: CloseReason): void {
    this.#context.metrics.mqttClosed.inc({ reason });
  }
}
