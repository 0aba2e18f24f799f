import type { TokenRecord } from '../api/types.generated.ts';
import type { Call } from '../call.ts';
import { AzulejoError } from '../errors.ts';
import type { Origins } from '../origins.ts';
import type { Session } from '../session.ts';
import type { Broker, OpenSocket, ReceivedMessage } from './broker.ts';
import { iterateChanges } from './change-iterator.ts';
import { connectWithToken } from './connect.ts';
import { createConversation } from './conversation.ts';
import { closedByProgram, createLink, type Link } from './link.ts';
import type { Live, LiveOptions } from './types.ts';

/** The parts of a client that its live connections use. */
export type LiveDependencies = {
  readonly session: Session;
  readonly origins: Origins;
  readonly call: Call;
  readonly openSocket?: OpenSocket | undefined;
};

/** Timeout of a connection when the program gives none. */
export const TIMEOUT_MS = 30_000;

/** Starts a connection. `link` says when it is online. */
export function createLive(
  { session, origins, call, openSocket }: LiveDependencies,
  { timeoutMs = TIMEOUT_MS, after, values, ...where }: LiveOptions,
  owner: TokenRecord,
): { live: Live; link: Link } {
  const open = async (): Promise<Broker> => {
    const handleMessage = (received: ReceivedMessage) => conversation.handleMessage(received);
    const { broker, record } = await connectWithToken(
      { session, origins, openSocket, timeoutMs, ...where },
      handleMessage,
    );
    if (record.owner_id === owner.owner_id) return broker;
    broker.end();
    throw new AzulejoError('SessionEnded', 'Another user has signed in: connect again.');
  };
  const link = createLink({
    open,
    resume: (broker) => conversation.resume(broker),
    onState: (state) => conversation.setState(state),
  });
  const conversation = createConversation({ link, call, owner, after, values });
  const { listeners, changes, following, reads, writes, reports, serving } = conversation;
  const closed = link.closed.then((error) => {
    conversation.fail(error ?? closedByProgram());
    return error;
  });
  const unlessClosed =
    <Parameters extends unknown[], T>(work: (...parameters: Parameters) => Promise<T>) =>
    async (...parameters: Parameters): Promise<T> => {
      if (link.state() === 'closed') throw closedByProgram();
      return work(...parameters);
    };
  link.start();
  const live: Live = {
    get state() {
      return link.state();
    },
    get cursor() {
      return following?.cursor();
    },
    closed,
    on: listeners.on,
    changes: (options = {}) => iterateChanges({ changes, listeners, closed }, options),
    read: unlessClosed(reads.read),
    write: unlessClosed(writes.write),
    report: unlessClosed((address, data) => reports.send(address, { io: 'iw', data })),
    serve: serving.serve,
    close: async () => {
      // When this catch-up fails, the cursor stays behind, and the next run emits some changes again.
      if (link.state() === 'online') await following?.finish().catch(() => {});
      link.close();
      await closed;
    },
  };
  return { live, link };
}
