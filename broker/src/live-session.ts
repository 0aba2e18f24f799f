import { randomUUID } from 'node:crypto';
import type { Account } from './accounts.ts';
import type { Identity, MqttSession } from './broker.ts';
import type { Budget } from './budget.ts';
import type { BrokerContext } from './context.ts';
import type { CloseReason, Disconnection } from './disconnection.ts';
import { encodeAck, encodeSuback, PINGRESP } from './encode.ts';
import { Inbound } from './inbound.ts';
import { Outbound } from './outbound.ts';
import type { Output } from './output.ts';
import { type ClientPacket, type Connect, type Message, type QoS, TooLarge } from './packets.ts';
import { Rate } from './rate.ts';
import { idInGroup, type SessionConnection, type SessionState } from './session-state.ts';
import { Snapshots } from './snapshots.ts';
import { isWithin } from './topic-filter.ts';

/**
 * The cost of a packet that is answered from memory. It is not 0, because a flood of them keeps the process
 * busy.
 */
const SMALL_COST = 0.1;
/** The cost of a page of stored values, which takes the storage about a millisecond. */
const PAGE_COST = 10;
/** The cost of a message. Reading a large one takes time however it is answered. */
const MESSAGE_COST = 1;
const BYTES_PER_COST = 4 * 1024;

/**
 * Limits what one session uses of the server: alone, together with its account, and together with all others.
 */
class SessionQuota {
  readonly #context: BrokerContext<unknown>;
  readonly #account: Account;
  readonly #rate: Rate;

  constructor(context: BrokerContext<unknown>, account: Account) {
    this.#context = context;
    this.#account = account;
    this.#rate = new Rate(context.limits.rate, context.limits.burst, context.now());
  }

  charge(cost: number): void {
    const now = this.#context.now();
    this.#rate.take(cost, now);
    this.#account.rate.take(cost, now);
  }

  /** Charges for a message that arrived. */
  chargeMessage(payload: Buffer): void {
    this.charge(MESSAGE_COST + Math.floor(payload.length / BYTES_PER_COST));
  }

  /** Corrects that when it is known what the message cost. */
  correctMessage(cost = MESSAGE_COST): void {
    if (cost !== MESSAGE_COST) this.charge(cost - MESSAGE_COST);
  }

  /** Milliseconds until the session may be charged again. */
  get waitMs(): number {
    const now = this.#context.now();
    return Math.max(this.#rate.waitMs(now), this.#account.rate.waitMs(now));
  }

  /**
   * The exhausted budget of bytes in processing, because of which the socket is not read. An account without
   * any such bytes is not stopped by others.
   */
  get exhausted(): Budget | undefined {
    const { inbound } = this.#account;
    if (inbound.isExhausted) return inbound;
    const inAll = this.#context.accounts.inbound;
    return inAll.isExhausted && inbound.used > 0 ? inAll : undefined;
  }

  /** Calls `wake` when the exhausted budget has room again. Does nothing when no budget is exhausted. */
  waitForRoom(wake: () => void): void {
    this.exhausted?.wait(wake);
  }

  stopWaiting(wake: () => void): void {
    this.#account.inbound.stopWaiting(wake);
    this.#context.accounts.inbound.stopWaiting(wake);
  }

  /** Adds bytes to the receiver's queue; a negative number removes them. */
  queue(bytes: number): void {
    this.#context.accounts.queue(this.#account, bytes);
  }

  /** Returns what to do with a message for the session, given its bytes queued and in flight. */
  verdict(queued: number, inFlight: number, qos: number): 'send' | 'drop' | 'close' {
    const { limits, accounts } = this.#context;
    const isCrowdedOut = accounts.isCrowdedOut(this.#account, queued + inFlight);
    if (qos === 0) return queued > limits.queuedBytes || isCrowdedOut ? 'drop' : 'send';
    return queued > 2 * limits.queuedBytes || isCrowdedOut ? 'close' : 'send';
  }
}

/**
 * Creates the outbound queue of a session. Its messages and bytes count towards the account and the metrics.
 */
function createOutbound<P>(
  { limits, metrics, messageNow, accounts }: BrokerContext<P>,
  account: Account,
): Outbound {
  account.states += 1;
  return new Outbound({
    window: limits.outboundWindow,
    windowBytes: limits.outboundWindowBytes,
    keptMessages: limits.keptMessages,
    keptBytes: limits.keptBytes,
    isExpired: ({ expiresAt }) => expiresAt !== undefined && expiresAt <= messageNow(),
    onSent: () => metrics.mqttMessages.inc({ direction: 'out' }),
    onDropped: (count) => metrics.mqttDropped.inc({ reason: 'kept' }, count),
    onHeld: (bytes) => accounts.queue(account, bytes),
    onDiscarded: () => {
      account.states -= 1;
    },
    onExpired: () => metrics.mqttDropped.inc({ reason: 'expired' }),
  });
}

const FAILURE = 0x80;
/** The connection that carries a session. */
type Line = {
  readonly address: string;
  readonly output: Output;
  close(reason: CloseReason): void;
  /** Stops reading, and closes after a random time. */
  closeLater(reason: CloseReason): void;
  /** Checks again whether the socket may be read. */
  onRoom(): void;
};

type Opening<P> = { connect: Connect; identity: Identity<P>; line: Line };

/** A session while it has a connection. Handles the packets of its client and delivers messages to it. */
export class LiveSession<P> implements SessionConnection<P> {
  readonly session: MqttSession<P>;
  readonly state: SessionState<P>;
  readonly isPresent: boolean;
  readonly quota: SessionQuota;
  readonly #account: Account;
  readonly #context: BrokerContext<P>;
  readonly #line: Line;
  readonly #inbound: Inbound;
  readonly #snapshots: Snapshots;
  #will: Message | undefined;
  #isOpen = true;
  #countedBytes = 0;

  constructor(context: BrokerContext<P>, { connect, identity, line }: Opening<P>) {
    this.#context = context;
    this.#line = line;
    this.#will = connect.will;
    this.session = this.#describe(identity, connect);
    const { key, clientId } = this.session;
    this.#account = context.accounts.of(key);
    this.quota = new SessionQuota(context, this.#account);
    const begun = context.registry.begin({ key, clientId, clean: connect.clean, group: identity.group }, () =>
      createOutbound(context, this.#account),
    );
    this.state = begun.state;
    this.#account.sessions += 1;
    this.isPresent = begun.isPresent;
    this.#inbound = this.#createInbound();
    this.#snapshots = this.#createSnapshots();
  }

  /** Registers the session. Removes filters of a kept session that are no longer permitted. */
  arrive(): void {
    const { registry, rules, metrics } = this.#context;
    registry.connected(this);
    metrics.mqttConnections.inc();
    for (const filter of this.state.subscriptions.filters) {
      if (!rules.maySubscribe(this.session, filter)) this.state.subscriptions.delete(filter);
    }
    rules.arrived(this.session);
  }

  /** Sends again what an earlier connection left unacknowledged. Called after CONNACK. */
  resume(): void {
    if (this.#isOpen) this.state.outbound.attach(this.#line.output);
  }

  /** Milliseconds for which the socket should not be read; Infinity means until `onRoom`. */
  get waitMs(): number {
    const { limits } = this.#context;
    if (this.#inbound.count >= limits.inboundMessages || this.#inbound.bytes >= limits.inboundBytes) {
      return Number.POSITIVE_INFINITY;
    }
    if (this.quota.exhausted) return Number.POSITIVE_INFINITY;
    if (this.#line.output.queuedBytes >= limits.queuedBytes) return Number.POSITIVE_INFINITY;
    return this.quota.waitMs;
  }

  /** Handles a packet of the client. Throws TooLarge, ProtocolViolation. */
  handle(packet: ClientPacket): void {
    const { output } = this.#line;
    const { outbound } = this.state;
    switch (packet.type) {
      case 'publish':
        this.#publish(packet.message, packet.id);
        break;
      case 'puback':
        if (!outbound.acknowledged(packet.id)) this.quota.charge(SMALL_COST);
        break;
      case 'pubrec':
        if (!outbound.received(packet.id)) this.quota.charge(SMALL_COST);
        break;
      case 'pubcomp':
        if (!outbound.completed(packet.id)) this.quota.charge(SMALL_COST);
        break;
      case 'pubrel':
        this.quota.charge(SMALL_COST);
        this.#inbound.release(packet.id, () => output.write(encodeAck('pubcomp', packet.id)));
        break;
      case 'subscribe':
        this.#subscribe(packet.id, packet.subscriptions);
        break;
      case 'unsubscribe':
        this.#unsubscribe(packet.id, packet.filters);
        break;
      case 'pingreq':
        this.quota.charge(SMALL_COST);
        output.write(PINGRESP);
        break;
      case 'disconnect':
        // MQTT-3.14.4-3: the will is discarded without being published.
        this.discardWill();
        this.#line.close('client');
    }
  }

  deliver(message: Message): void {
    const { output } = this.#line;
    const { outbound } = this.state;
    const queued = output.queuedBytes + outbound.queuedBytes + this.#snapshots.heldBytes;
    const verdict = this.quota.verdict(queued, outbound.inFlightBytes, message.qos);
    if (verdict === 'drop') {
      this.#context.metrics.mqttDropped.inc({ reason: 'slow' });
      return;
    }
    if (verdict === 'close') this.#line.close('slow');
    else if (this.#snapshots.holds(message)) {
      this.#countHeld();
      return;
    }
    outbound.send(message);
  }

  /** Called when the output has drained. */
  drained(): void {
    this.state.outbound.wake();
    this.#countHeld();
  }

  takeOver(): void {
    this.#line.close('taken_over');
  }

  discardWill(): void {
    this.#will = undefined;
  }

  /** Called once. Messages received before still reach the rules, then the will. */
  closed(disconnection: Disconnection): void {
    const { reason } = disconnection;
    const { registry, rules, metrics, logger, now } = this.#context;
    this.#isOpen = false;
    this.#account.sessions -= 1;
    metrics.mqttConnections.dec();
    const held = this.#snapshots.stopAll();
    this.#countHeld();
    this.state.outbound.detach();
    for (const message of held) this.state.outbound.send(message);
    // A server that stops may skip wills (MQTT 3.1.2.5): clients reconnect before it would matter.
    if (reason === 'stopping') this.#inbound.stop();
    else if (this.#will) this.#inbound.take(this.#will, 0);
    registry.left(this, now());
    try {
      rules.left(this.session, disconnection);
    } catch (error) {
      logger.warn({ err: error, key: this.session.key }, 'a session left with a failure');
    }
  }

  /** Counts the messages that wait behind snapshots towards the account's queue. */
  #countHeld(): void {
    const { heldBytes } = this.#snapshots;
    this.quota.queue(heldBytes - this.#countedBytes);
    this.#countedBytes = heldBytes;
  }

  #publish(message: Message, id: number): void {
    const { limits, metrics } = this.#context;
    const { unreleased } = this.state;
    if (message.qos === 2 && !unreleased.has(id) && unreleased.size >= limits.unreleased) {
      throw new TooLarge('too many messages wait for PUBREL');
    }
    metrics.mqttMessages.inc({ direction: 'in' });
    this.quota.chargeMessage(message.payload);
    this.#inbound.take(message, id);
  }

  #subscribe(id: number, subscriptions: readonly { filter: string; qos: QoS }[]): void {
    // Each subscription costs a storage query or an audit entry.
    this.quota.charge(subscriptions.length);
    const granted = new Set<string>();
    const codes = subscriptions.map(({ filter, qos }) => {
      if (!this.#mayAdd(filter)) return FAILURE;
      this.state.subscriptions.set(filter, qos);
      granted.add(filter);
      return qos;
    });
    this.#line.output.write(encodeSuback(id, codes));
    for (const filter of granted) this.#snapshots.request(filter);
  }

  #mayAdd(filter: string): boolean {
    const { subscriptions } = this.state;
    if (!isWithin(filter, this.#context.limits)) return false;
    if (!subscriptions.has(filter) && subscriptions.size >= this.#context.limits.subscriptions) return false;
    return this.#context.rules.maySubscribe(this.session, filter);
  }

  #unsubscribe(id: number, filters: readonly string[]): void {
    this.quota.charge(SMALL_COST * filters.length);
    for (const filter of filters) {
      this.state.subscriptions.delete(filter);
      this.#snapshots.stop(filter);
    }
    this.#context.rules.unsubscribed?.(this.session, this.state.subscriptions.filters);
    // MQTT-3.10.4-5: UNSUBACK is sent even when none of the filters was subscribed.
    this.#line.output.write(encodeAck('unsuback', id));
  }

  #describe({ key, principal, group }: Identity<P>, connect: Connect): MqttSession<P> {
    const isOpen = () => this.#isOpen;
    const id = randomUUID();
    return {
      id,
      clientId: connect.clientId === '' ? id : idInGroup(group, connect.clientId),
      key,
      principal,
      address: this.#line.address,
      get isOpen() {
        return isOpen();
      },
      end: () => this.#line.close('ended'),
    };
  }

  #createInbound(): Inbound {
    const { rules, limits, metrics, logger, outstanding, accounts, markArrival } = this.#context;
    const { output } = this.#line;
    return new Inbound({
      publish: async (message, arrival) => {
        if (!isWithin(message.topic, limits)) {
          // No such topic exists here. The message is acknowledged, because MQTT 3.1.1 cannot refuse one.
          metrics.mqttDropped.inc({ reason: 'topic' });
          return { committed: Promise.resolve() };
        }
        const taken = await rules.publish(this.session, message, arrival);
        this.quota.correctMessage(taken.cost);
        return taken;
      },
      markArrival,
      acknowledge: (qos, id) => output.write(encodeAck(qos === 1 ? 'puback' : 'pubrec', id)),
      onFailure: (error) => {
        logger.warn({ err: error, key: this.session.key }, 'a message could not be taken');
        this.#line.closeLater('failed');
      },
      onRoom: () => this.#line.onRoom(),
      unreleased: this.state.unreleased,
      outstanding,
      account: this.#account,
      inAll: accounts.inbound,
    });
  }

  #createSnapshots(): Snapshots {
    const { rules, logger, setTimer } = this.#context;
    const { outbound, subscriptions } = this.state;
    return new Snapshots({
      read: (filter) => rules.snapshot(this.session, filter),
      isSameValue: (live, stored) => rules.isSameValue?.(live, stored) ?? live.equals(stored),
      charge: async () => {
        this.quota.charge(PAGE_COST);
        for (let wait = this.quota.waitMs; wait > 0 && this.#isOpen; wait = this.quota.waitMs)
          await new Promise<void>((resolve) => setTimer(wait, resolve));
      },
      show: async (filter, value) => {
        const qos = subscriptions.qosOf(filter);
        if (!this.#isOpen || qos === undefined) return false;
        outbound.send({ ...value, qos, retain: true });
        await outbound.room();
        return this.#isOpen;
      },
      send: (message) => outbound.send(message),
      onFailure: (error) => {
        logger.warn({ err: error, key: this.session.key }, 'stored values could not be shown');
        this.#line.closeLater('failed');
      },
    });
  }
}
