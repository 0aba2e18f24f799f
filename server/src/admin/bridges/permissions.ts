import type { BridgeType } from '@azulejo/contract';
import { installation } from '../../config/installation.ts';

/**
 * The bridge of MQTT discovery evaluates templates in a process of its own. A program that may start others can read
 * through them what it may not read itself (decision 0126).
 */
const OWN_PROCESSES: ReadonlySet<BridgeType> = new Set(['mqtt-discovery']);

/**
 * The flags by which Node keeps a bridge from files: it reads messages of devices, and needs only its program and the
 * network. Its settings come through standard input.
 */
export const permissionFlags = (type: BridgeType): readonly string[] => [
  '--permission',
  // Node warns of --allow-child-process at each start.
  '--disable-warning=SecurityWarning',
  ...installation.bridgeFiles.map((path) => `--allow-fs-read=${path}`),
  ...(OWN_PROCESSES.has(type) ? ['--allow-child-process'] : []),
  // Newer versions of Node keep programs from the network as well; Node 24 does not know the flag.
  ...(process.allowedNodeEnvironmentFlags.has('--allow-net') ? ['--allow-net'] : []),
];
