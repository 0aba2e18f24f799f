import { ACCESS_PROPERTY, type ValueAddress } from '@azulejo/contract';
import type { DomainEventBus, DomainEvents } from '../../core/domain-events/index.ts';
import type { MessageTrace } from '../../core/message-trace/index.ts';
import type { Db } from '../../database/index.ts';
import type { Channels } from '../../devices/channels/index.ts';
import type { ValueSchemas } from '../../devices/templates/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Logger } from '../../platform/logger.ts';
import type { Values } from '../../state/values/index.ts';
import type { WritePath } from '../../state/write-path/index.ts';
import { createActiveDevices } from './active-devices.ts';
import type { Report } from './device.ts';
import { REFUSING } from './faults.ts';
import { createSay } from './say.ts';
import { type Played, startOf, stepAt } from './simulated-device.ts';
import type { VirtualDevices } from './virtual-devices.ts';

type Dependencies = {
  db: Db;
  clock: Clock;
  schemas: ValueSchemas;
  channels: Channels;
  values: Values;
  writePath: WritePath;
  virtualDevices: VirtualDevices;
  live: DomainEventBus;
  messageTrace: MessageTrace;
  logger: Pick<Logger, 'debug' | 'error'>;
};

/** Delay of an answer, for radio and a small processor. */
const ANSWER_MS = 60;
/** Delay of a late answer: longer than any caller waits. */
const LATE_MS = 8_000;

type Asked = DomainEvents['commandRequested'];
type Late = {
  readonly due: number;
  readonly played: Played;
  readonly reports: readonly Report[];
  io: 'ir' | 'iw';
};

export type Simulator = AsyncDisposable & {
  /** Advances every device that is due. It is called about once a second. */
  tick(): Promise<void>;
};

/** Simulates the devices of all virtual channels, with one timer for all of them. */
export function createSimulator(dependencies: Dependencies): Simulator {
  const { clock, live, messageTrace, logger } = dependencies;
  const activeDevices = createActiveDevices(dependencies);
  const say = createSay({ ...dependencies, forget: activeDevices.forget });
  const asked: Asked[] = [];
  let late: Late[] = [];
  let timer: NodeJS.Timeout | undefined;
  let turn: Promise<void> = Promise.resolve();

  /** Runs one piece of work after the other, so that the reports of a device stay in order. */
  function inTurn(work: () => Promise<void>): Promise<void> {
    turn = turn.then(work).catch((error: unknown) => logger.error({ err: error }, 'virtual devices failed'));
    return turn;
  }

  const listening = live.on('commandRequested', (event) => {
    if (event.owner.kind !== 'virtual') return;
    asked.push(event);
    if (messageTrace.hasObservers) tellAsked(messageTrace, event);
    timer ??= setTimeout(() => {
      timer = undefined;
      void inTurn(answerAll);
    }, ANSWER_MS);
  });

  async function answerAll(): Promise<void> {
    for (const { address, message } of asked.splice(0)) {
      const played = await activeDevices.of(address.channelId);
      if (!played || played.isOffline) continue;
      const how = played.faults.ofAnswer(message.io === 'r' ? 'r' : 'w');
      if (how === 'ignored') continue;
      if (how === 'refused') {
        const { componentId } = address;
        await say(played, [{ componentId, propertyId: ACCESS_PROPERTY, data: REFUSING }], 'iw');
        continue;
      }
      const io = message.io === 'r' ? 'ir' : 'iw';
      const reports = io === 'ir' ? read(played, address) : write(played, address, message.data);
      if (how === 'late') late.push({ due: clock.monotonic() + LATE_MS, played, reports, io });
      if (how === 'lost' || how === 'late') continue;
      await say(played, how === 'duplicate' ? [...reports, ...reports] : reports, io);
    }
  }

  function read({ device }: Played, { componentId, propertyId }: ValueAddress): Report[] {
    // A device that answers can be reached.
    const data = propertyId === ACCESS_PROPERTY ? 'ok' : device.read(componentId, propertyId);
    return data === undefined ? [] : [{ componentId, propertyId, data }];
  }

  const write = ({ device }: Played, { componentId, propertyId }: ValueAddress, data: unknown): Report[] =>
    device.write({ componentId, propertyId, data }, clock.now());

  async function advanceAll(): Promise<void> {
    const now = clock.now();
    await activeDevices.refresh(now);
    const due = late.filter(({ due }) => due <= clock.monotonic());
    late = late.filter((each) => !due.includes(each));
    for (const { played, reports, io } of due) await say(played, reports, io);
    for (const played of activeDevices.all()) {
      const step = stepAt(now, played.phase);
      if (step > played.step) await advance(played, step);
    }
    await say.settled();
  }

  async function advance(played: Played, step: number): Promise<void> {
    const { device, faults, phase } = played;
    const { reports, isOffline } = faults.pass(device.advance(startOf(step, phase)), step);
    Object.assign(played, { step, isOffline });
    if (reports.length > 0) await say(played, reports, 'iw');
  }

  return {
    tick: () => inTurn(advanceAll),
    async [Symbol.asyncDispose]() {
      listening[Symbol.dispose]();
      clearTimeout(timer);
      await turn;
      await say.settled();
    },
  };
}

function tellAsked(messageTrace: MessageTrace, { address, channel, message }: Asked): void {
  const { channelId } = address;
  const { io, data } = message;
  const party = { kind: 'client', id: channelId, clientId: channelId } as const;
  const passed = { kind: 'message', direction: 'out', via: 'virtual', party, address, channel } as const;
  messageTrace.passed({ ...passed, io, data, result: 'delivered' });
}
