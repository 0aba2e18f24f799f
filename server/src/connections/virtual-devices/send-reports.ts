import type { Channels } from '../../devices/channels/index.ts';
import { ApiError } from '../../platform/api-error.ts';
import type { Logger } from '../../platform/logger.ts';
import type { WritePath } from '../../telemetry/write-path/index.ts';
import type { Report } from './device.ts';
import type { SimulatedDevice } from './simulated-device.ts';

type Dependencies = {
  channels: Channels;
  writePath: WritePath;
  logger: Pick<Logger, 'debug' | 'error'>;
  /** Called for a channel that was removed or that has another owner now. */
  forget: (channelId: string) => void;
};

export type SendReports = ReturnType<typeof createSendReports>;

/** Sends the reports of virtual devices on the same path as those of real ones. */
export function createSendReports({ channels, writePath, logger, forget }: Dependencies) {
  const pending = new Set<Promise<unknown>>();

  function failed(channelId: string, error: unknown): void {
    if (error instanceof ApiError && error.kind === 'not_found') forget(channelId);
    const level = error instanceof ApiError ? 'debug' : 'error';
    logger[level]({ err: error, channelId }, 'a report of a virtual device was not accepted');
  }

  /** Resolves when all reports are accepted, in order. */
  async function sendReports(
    { channelId }: Pick<SimulatedDevice, 'channelId'>,
    reports: readonly Report[],
    io: 'ir' | 'iw',
  ): Promise<void> {
    if (reports.length === 0) return;
    const access = await channels.findChannelAccess(channelId);
    if (access?.owner?.kind !== 'virtual') return forget(channelId);
    const actor = { kind: 'client', id: channelId, clientId: channelId } as const;
    for (const { componentId, propertyId, data } of reports) {
      try {
        const address = { channelId, componentId, propertyId };
        const { committed } = await writePath.receive(actor, { ...access, rights: 'all' }, address, {
          io,
          data,
        });
        const stored: Promise<unknown> = committed
          .catch((error: unknown) => failed(channelId, error))
          .finally(() => pending.delete(stored));
        pending.add(stored);
      } catch (error) {
        failed(channelId, error);
      }
    }
  }

  /** Waits until all reports are stored. */
  const settled = async (): Promise<void> => {
    await Promise.all(pending);
  };
  return Object.assign(sendReports, { settled });
}
