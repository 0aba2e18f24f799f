import { ACCESS_PROPERTY, type ValueAddress } from '@azulejo/contract';
import type { DomainEvents } from '../../core/domain-events/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { ActiveDevices } from './active-devices.ts';
import type { Report } from './device.ts';
import { REFUSING } from './faults.ts';
import type { Say } from './say.ts';
import type { Played } from './simulated-device.ts';

type Dependencies = { clock: Clock; activeDevices: ActiveDevices; say: Say };

export type Command = DomainEvents['commandRequested'];

/** Delay of a late answer: longer than any caller waits. */
const LATE_MS = 8_000;

type Late = {
  readonly due: number;
  readonly played: Played;
  readonly reports: readonly Report[];
  io: 'ir' | 'iw';
};

/** Answers the reads and commands that virtual devices receive, as their faults allow. */
export function createAnswers({ clock, activeDevices, say }: Dependencies) {
  const requested: Command[] = [];
  let late: Late[] = [];

  async function answerAll(): Promise<void> {
    for (const { address, message } of requested.splice(0)) {
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

  return {
    /** Queues a read or command for the next `answerAll`. */
    ask: (event: Command): void => void requested.push(event),
    answerAll,
    /** Sends the late answers that are due. */
    async answerLate(): Promise<void> {
      const due = late.filter(({ due }) => due <= clock.monotonic());
      late = late.filter((each) => !due.includes(each));
      for (const { played, reports, io } of due) await say(played, reports, io);
    },
  };
}
