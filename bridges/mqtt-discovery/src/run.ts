import { type Environment, runBridge } from '@azulejo/bridge';
import { startBridge } from './bridge.ts';
import { check } from './check.ts';
import { HELP, readOptions } from './options.ts';

export const run = (args: readonly string[], environment: Environment): Promise<void> =>
  runBridge({ help: HELP, readOptions, start: startBridge, check }, args, environment);
