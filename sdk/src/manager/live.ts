import type { PlatformMessage } from '../api/types.generated.ts';
import type { ReceivedMessage } from '../live/broker.ts';
import { connectWithToken } from '../live/connect.ts';
import { closedByProgram, createLink } from '../live/link.ts';
import { addressIn, filterOf } from '../live/topics.ts';
import type { Origins } from '../origins.ts';
import type { Session } from '../session.ts';
import { createOutbox, type Outbox } from './outbox.ts';
import { createRequests, type Requests } from './requests.ts';
import type { EndedGrant, ManagerEvents, ManagerLive, ManagerLiveOptions } from './types.ts';

type Dependencies = { readonly session: Session; readonly origins: Origins; readonly managerId: string };

const TIMEOUT_MS = 30_000;

/** Connects a manager: one subscription to its channels, its requests and its outbox. */
export async function connectManager(
  { session, origins, managerId }: Dependencies,
  { timeoutMs = TIMEOUT_MS, outbox: outboxOptions = {}, ...options }: ManagerLiveOptions,
): Promise<ManagerLive> {
  const events = createEmitter<ManagerEvents>(['state', 'refused', 'problem', 'grantEnded']);
  const outbox = createOutbox(outboxOptions, (refused) => events.emit('refused', refused));
  const requests = createRequests({
    ...options,
    outbox,
    onProblem: (problem) => events.emit('problem', problem),
  });
  const grantsTopic = `/v3/managers/${managerId}/grants`;

  const handleMessage = createMessageHandler({ grantsTopic, outbox, requests, events });
  await outbox.load();
  const link = createLink({
    open: async () =>
      (await connectWithToken({ session, origins, timeoutMs, ...options }, handleMessage)).broker,
    resume: async (broker) => {
      await broker.subscribe(filterOf('managers', managerId));
      await broker.subscribe(grantsTopic);
    },
    onState: (state) => {
      const broker = link.broker();
      if (broker) outbox.resume(broker);
      events.emit('state', state);
    },
  });
  const closed = link.closed.then(async (error) => {
    requests.close();
    await outbox.close(error ?? closedByProgram());
    return error;
  });
  link.start();
  try {
    await link.online(timeoutMs);
  } catch (error) {
    link.close();
    await closed;
    throw error;
  }
  return {
    get state() {
      return link.state();
    },
    get outbox() {
      return outbox.state();
    },
    closed,
    on: events.on,
    serve: requests.serve,
    report: (address, data, { timeoutMs: waitMs = TIMEOUT_MS } = {}) => outbox.report(address, data, waitMs),
    flush: ({ timeoutMs: waitMs = TIMEOUT_MS } = {}) => outbox.flush(waitMs),
    close: async () => {
      link.close();
      await closed;
    },
  };
}

type Listening = {
  readonly grantsTopic: string;
  readonly outbox: Outbox;
  readonly requests: Requests;
  readonly events: Emitter<ManagerEvents>;
};

/** Returns the function that handles the messages of the platform. */
const createMessageHandler =
  ({ grantsTopic, outbox, requests, events }: Listening) =>
  ({ topic, message, retained }: ReceivedMessage): void => {
    // A retained message is not a current request.
    if (retained) return;
    if (topic === grantsTopic) {
      const ended = endedGrant(message);
      if (ended) events.emit('grantEnded', ended);
      return;
    }
    const address = addressIn(topic);
    if (!address) return;
    if (message.io === 'e' && message.error) outbox.refused(address, message.error);
    else requests.handleMessage(address, message);
  };

/** Returns the grant that ended (`io: "d"`). Grants have their own members, which value messages lack. */
function endedGrant(message: Omit<PlatformMessage, 'io'> & { io: string }): EndedGrant | undefined {
  if (message.io !== 'd' || typeof message.data !== 'object' || message.data === null) return undefined;
  const { id, client_id, requesting_client_id } = message.data as Partial<Record<string, string>>;
  if (id === undefined || client_id === undefined) return undefined;
  return { channel: id, userId: client_id, applicationId: requesting_client_id };
}

/** An event emitter. An error of a listener becomes an unhandled rejection, so that it stops no other. */
type Emitter<Events> = {
  on<Name extends keyof Events>(name: Name, listener: (event: Events[Name]) => void): () => void;
  emit<Name extends keyof Events>(name: Name, event: Events[Name]): void;
};

function createEmitter<Events>(names: readonly (keyof Events)[]): Emitter<Events> {
  type Listeners = { [Name in keyof Events]: Set<(event: Events[Name]) => void> };
  const listeners = Object.fromEntries(names.map((name) => [name, new Set()])) as unknown as Listeners;
  return {
    on: (name, listener) => {
      const own: typeof listener = (event) => listener(event);
      listeners[name].add(own);
      return () => void listeners[name].delete(own);
    },
    emit: (name, event) => {
      for (const listener of [...listeners[name]]) {
        try {
          listener(event);
        } catch (error) {
          void Promise.reject(error);
        }
      }
    },
  };
}
