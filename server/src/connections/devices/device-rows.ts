import type { Transaction } from '../../database/index.ts';
import type { Clock } from '../../platform/clock.ts';

/** The row of a new device, in addition to its client and channels. */
export type NewDeviceRow = {
  clientId: string;
  /** The application that manages it. */
  applicationId: string | undefined;
  hasSingleConnection?: boolean;
  claim?: { hash: string; expires: number | undefined };
};

/** Returns a function that stores what a new device has in addition to its client's credentials. */
export const createInsertDevice =
  (clock: Clock) =>
  async (tx: Transaction, device: NewDeviceRow): Promise<void> => {
    await tx
      .insertInto('devices')
      .values({
        client_id: device.clientId,
        application_id: device.applicationId ?? null,
        single_connection: device.hasSingleConnection ? 1 : 0,
        claim_hash: device.claim?.hash ?? null,
        claim_expires: device.claim?.expires ?? null,
        claimed: null,
        created: clock.now(),
      })
      .execute();
  };
