import type { DomainEventBus, DomainEvents } from '../../core/domain-events/index.ts';
import type { MessageTrace } from '../../core/message-trace/index.ts';
import type { Db } from '../../database/index.ts';
import type { Channels } from '../../devices/channels/index.ts';
import type { ValueSchemas } from '../../devices/templates/index.ts';
import type { Clock, Timers } from '../../platform/clock.ts';
import type { Leases } from '../../platform/leases.ts';
import type { Logger } from '../../platform/logger.ts';
import type { Values } from '../../telemetry/values/index.ts';
import type { WritePath } from '../../telemetry/write-path/index.ts';
import { createActiveDevices } from './active-devices.ts';
import { type Command, createAnswers } from './answers.ts';
import { createSendReports } from './send-reports.ts';
import { type SimulatedDevice, startOf, stepAt } from './simulated-device.ts';
import type { VirtualDevices } from './virtual-devices.ts';

type Dependencies = {
  db: Db;
  clock: Clock;
  leases: Pick<Leases, 'parts'>;
  timers: Timers;
  schemas: ValueSchemas;
  channels: Channels;
  values: Values;
  writePath: WritePath;
  virtualDevices: VirtualDevices;
  bus: DomainEventBus;
  messageTrace: MessageTrace;
  logger: Pick<Logger, 'debug' | 'error'>;
};

/** Delay of an answer, for radio and a small processor. */
const ANSWER_MS = 60;
export type Simulator = AsyncDisposable & {
  /** Advances every device that is due. It is called about once a second. */
  tick(): Promise<void>;
  /** Returns how many devices are simulated. */
  count(): number;
};

/** Simulates the devices of the virtual channels of this server's parts, with one timer for all of them. */
export function createSimulator(dependencies: Dependencies): Simulator {
  const { clock, timers, logger } = dependencies;
  const activeDevices = createActiveDevices(dependencies);
  const sendReports = createSendReports({ ...dependencies, forget: activeDevices.forget });
  const answers = createAnswers({ clock, activeDevices, sendReports, logger });
  let timer: Disposable | undefined;
  let turn: Promise<void> = Promise.resolve();

  /** Runs one piece of work after the other, so that the reports of a device stay in order. */
  function inTurn(work: () => Promise<void>): Promise<void> {
    turn = turn.then(work).catch((error: unknown) => logger.error({ err: error }, 'virtual devices failed'));
    return turn;
  }

  const listening = onCommand(dependencies, (command) => {
    answers.ask(command);
    timer ??= timers.setTimer(ANSWER_MS, () => {
      timer = undefined;
      void inTurn(answers.answerAll);
    });
  });

  async function advanceAll(): Promise<void> {
    const now = clock.now();
    await activeDevices.refresh(now);
    await answers.answerLate();
    for (const simulated of activeDevices.all()) {
      const step = stepAt(now, simulated.phase);
      if (step > simulated.step) await advance(simulated, step);
    }
    await sendReports.settled();
  }

  async function advance(simulated: SimulatedDevice, step: number): Promise<void> {
    const { device, faults, phase } = simulated;
    const { reports, isOffline } = faults.pass(device.advance(startOf(step, phase)), step);
    Object.assign(simulated, { step, isOffline });
    if (reports.length > 0) await sendReports(simulated, reports, 'iw');
  }

  return {
    tick: () => inTurn(advanceAll),
    count: () => activeDevices.all().length,
    async [Symbol.asyncDispose]() {
      listening[Symbol.dispose]();
      timer?.[Symbol.dispose]();
      await turn;
      await sendReports.settled();
    },
  };
}

/** Calls the listener for each command to a device that this server simulates. */
function onCommand(
  { bus, messageTrace, leases: { parts } }: Dependencies,
  listener: (command: Command) => void,
): Disposable {
  const listening = new DisposableStack();
  listening.use(
    bus.on('commandRequested', (event) => {
      if (event.owner.kind !== 'virtual') return;
      if (messageTrace.hasObservers) traceCommand(messageTrace, event);
      if (parts.hasPartOf(event.address.channelId)) listener(event);
    }),
  );
  listening.use(bus.on('virtualCommandElsewhere', listener));
  return listening;
}

function traceCommand(
  messageTrace: MessageTrace,
  { address, channel, message }: DomainEvents['commandRequested'],
): void {
  const { channelId } = address;
  const { io, data } = message;
  const party = { kind: 'client', id: channelId, clientId: channelId } as const;
  const passed = { kind: 'message', direction: 'out', via: 'virtual', party, address, channel } as const;
  messageTrace.passed({ ...passed, io, data, result: 'delivered' });
}
