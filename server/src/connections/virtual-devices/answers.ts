import { ACCESS_PROPERTY, type ValueAddress } from '@azulejo/contract';
import type { DomainEvents } from '../../core/domain-events/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Logger } from '../../platform/logger.ts';
import type { ActiveDevices } from './active-devices.ts';
import type { Report } from './device.ts';
import { REFUSING } from './faults.ts';
import type { SendReports } from './send-reports.ts';
import type { SimulatedDevice } from './simulated-device.ts';

type Dependencies = {
  clock: Clock;
  activeDevices: ActiveDevices;
  sendReports: SendReports;
  logger: Pick<Logger, 'error'>;
};

export type Command = DomainEvents['virtualCommandElsewhere'];

/** Delay of a late answer: longer than any caller waits. */
const LATE_MS = 8_000;

type Late = {
  readonly due: number;
  readonly simulated: SimulatedDevice;
  readonly reports: readonly Report[];
  io: 'ir' | 'iw';
};

/** Answers the reads and commands that virtual devices receive, as their faults allow. */
export function createAnswers({ clock, activeDevices, sendReports, logger }: Dependencies) {
  const requested: Command[] = [];
  let late: Late[] = [];

  async function answerAll(): Promise<void> {
    for (let command = requested.shift(); command; command = requested.shift())
      try {
        await answer(command);
      } catch (error) {
        // The other commands are answered all the same.
        const { channelId } = command.address;
        logger.error({ err: error, channelId }, 'a command to a virtual device was not answered');
      }
  }

  async function answer({ address, message }: Command): Promise<void> {
    const simulated = await activeDevices.of(address.channelId);
    if (!simulated || simulated.isOffline) return;
    const how = simulated.faults.ofAnswer(message.io === 'r' ? 'r' : 'w');
    if (how === 'ignored') return;
    if (how === 'refused') {
      const { componentId } = address;
      await sendReports(simulated, [{ componentId, propertyId: ACCESS_PROPERTY, data: REFUSING }], 'iw');
      return;
    }
    const io = message.io === 'r' ? 'ir' : 'iw';
    const reports = io === 'ir' ? read(simulated, address) : write(simulated, address, message.data);
    if (how === 'late') late.push({ due: clock.monotonic() + LATE_MS, simulated, reports, io });
    if (how === 'lost' || how === 'late') return;
    await sendReports(simulated, how === 'duplicate' ? [...reports, ...reports] : reports, io);
  }

  function read({ device }: SimulatedDevice, { componentId, propertyId }: ValueAddress): Report[] {
    // A device that answers can be reached.
    const data = propertyId === ACCESS_PROPERTY ? 'ok' : device.read(componentId, propertyId);
    return data === undefined ? [] : [{ componentId, propertyId, data }];
  }

  const write = (
    { device }: SimulatedDevice,
    { componentId, propertyId }: ValueAddress,
    data: unknown,
  ): Report[] => device.write({ componentId, propertyId, data }, clock.now());

  return {
    /** Queues a read or command for the next `answerAll`. */
    ask: (event: Command): void => void requested.push(event),
    answerAll,
    /** Sends the late answers that are due. */
    async answerLate(): Promise<void> {
      const due = late.filter(({ due }) => due <= clock.monotonic());
      late = late.filter((each) => !due.includes(each));
      for (const { simulated, reports, io } of due) await sendReports(simulated, reports, io);
    },
  };
}
