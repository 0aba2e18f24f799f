import type { Migration } from '@azulejo/storage';
import { admin } from './admin.ts';
import { automation } from './automation.ts';
import { connections } from './connections.ts';
import { core } from './core.ts';
import { devices } from './devices.ts';
import { home } from './home.ts';
import { identity } from './identity.ts';
import { signIn } from './sign-in.ts';
import { telemetry } from './telemetry.ts';

const tables = {
  ...core,
  ...identity,
  ...signIn,
  ...admin,
  ...devices,
  ...telemetry,
  ...home,
  ...automation,
  ...connections,
};

/**
 * Creates the tables of 0.1.0. A release keeps its migrations as they are: what a later version changes is a
 * migration of its own, beside the definitions in `database/tables`.
 */
export const initial: Migration = {
  phase: 'expand',
  tables,
  replaces: ['0002-live-values'],
};
