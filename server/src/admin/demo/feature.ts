import type { VirtualDevices } from '../../connections/virtual-devices/index.ts';
import type { Feature, Platform } from '../../core/feature.ts';
import type { Channels } from '../../devices/channels/index.ts';
import type { Templates, ValueSchemas } from '../../devices/templates/index.ts';
import type { Homes } from '../../home/home-devices/index.ts';
import type { Preferences } from '../../home/preferences/index.ts';
import type { TileGroups, Tiles } from '../../home/tiles/index.ts';
import type { Users } from '../../identity/users/index.ts';
import type { Accounts } from '../../sign-in/accounts/index.ts';
import type { Events } from '../../telemetry/events/index.ts';
import type { History } from '../../telemetry/history/index.ts';
import type { WritePath } from '../../telemetry/write-path/index.ts';
import type { Removal } from '../deletion/index.ts';
import type { HomeApplication } from '../home-application/index.ts';
import { createDemo } from './demo.ts';
import { createDemoHistory } from './demo-history.ts';

/**
 * Interval between two devices of the demo home whose history is simulated, so that the load is not
 * noticeable.
 */
const SEED_MS = 1_000;
/** Interval at which a server without work looks for a demo that a command has created meanwhile. */
const LOOK_MS = 10_000;

type Needs = Platform & {
  accounts: Accounts;
  channels: Channels;
  events: Events;
  history: History;
  homeApplication: HomeApplication;
  homes: Homes;
  preferences: Preferences;
  removal: Removal;
  schemas: ValueSchemas;
  templates: Templates;
  tileGroups: TileGroups;
  tiles: Tiles;
  users: Users;
  virtualDevices: VirtualDevices;
  writePath: WritePath;
};

/** Creates a home with simulated devices and a week of history, to try the platform with. */
export function demoFeature(needs: Needs) {
  const demoHistory = createDemoHistory(needs);
  const { timers } = needs;
  let nextLook = 0;

  async function seed(): Promise<void> {
    if (timers.monotonic() < nextLook) return;
    if (!(await demoHistory.seedNext())) nextLook = timers.monotonic() + LOOK_MS;
  }

  return {
    api: { demoHistory, demo: createDemo({ ...needs, demoHistory }) },
    jobs: [{ name: 'simulate the history of the demo home', runs: 'once', everyMs: SEED_MS, run: seed }],
  } satisfies Feature;
}
