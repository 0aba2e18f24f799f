import { ACCESS_PROPERTY, type ValueAddress } from '@azulejo/contract';
import type { DomainEvents } from '../../core/domain-events/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { ActiveDevices } from './active-devices.ts';
import type { Report } from './device.ts';
import { REFUSING } from './faults.ts';
import type { SendReports } from './send-reports.ts';
import type { SimulatedDevice } from './simulated-device.ts';

type Dependencies = { clock: Clock; activeDevices: ActiveDevices; sendReports: SendReports };

export type Command = DomainEvents['commandRequested'];

/** Delay of a late answer: longer than any caller waits. */
const LATE_MS = 8_000;

type Late = {
  readonly due: number;
  readonly simulated: SimulatedDevice;
  readonly reports: readonly Report[];
  io: 'ir' | 'iw';
};

/** Answers the reads and commands that virtual devices receive, as their faults allow. */
export function createAnswers({ clock, activeDevices, sendReports }: Dependencies) {
  const requested: Command[] = [];
  let late: Late[] = [];

  async function answerAll(): Promise<void> {
    for (const { address, message } of requested.splice(0)) {
      const simulated = await activeDevices.of(address.channelId);
      if (!simulated || simulated.isOffline) continue;
      const how = simulated.faults.ofAnswer(message.io === 'r' ? 'r' : 'w');
      if (how === 'ignored') continue;
      if (how === 'refused') {
        const { componentId } = address;
        await sendReports(simulated, [{ componentId, propertyId: ACCESS_PROPERTY, data: REFUSING }], 'iw');
        continue;
      }
      const io = message.io === 'r' ? 'ir' : 'iw';
      const reports = io === 'ir' ? read(simulated, address) : write(simulated, address, message.data);
      if (how === 'late') late.push({ due: clock.monotonic() + LATE_MS, simulated, reports, io });
      if (how === 'lost' || how === 'late') continue;
      await sendReports(simulated, how === 'duplicate' ? [...reports, ...reports] : reports, io);
    }
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
