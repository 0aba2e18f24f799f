import type { By } from '../../core/audit/index.ts';
import type { Transaction } from '../../database/index.ts';
import type { Applications } from '../../identity/applications/index.ts';
import { managersOfBridges } from './read-models/user-bridges.ts';

/** Creates a function that removes the bridges that a user connected. The supervisor then ends their processes. */
export const createRemoveBridges =
  (applications: Applications) =>
  async (tx: Transaction, userId: string, by: By = {}): Promise<void> => {
    for (const manager of await managersOfBridges(tx, userId))
      await applications.markRemoved(tx, manager, by);
  };
