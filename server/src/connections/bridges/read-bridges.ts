import type { Config } from '../../config/config.ts';
import type { Db } from '../../database/index.ts';
import { type BridgeRecord, toBridge } from './bridge.ts';
import { createBridgeRows } from './read-models/bridge-rows.ts';

/** Returns all bridges without a running platform, for the doctor. */
export const readBridges = async (db: Db, config: Config, now: number): Promise<BridgeRecord[]> =>
  (await createBridgeRows(db).all()).map((row) =>
    toBridge(row, { now, isSupervised: config.bridges.areSupervised }),
  );
