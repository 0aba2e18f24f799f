import type { DemoCredentials } from '../admin/demo/index.ts';
import { isLoopback } from '../config/config.ts';
import { initializeSetting, readSetting } from '../database/settings.ts';
import type { Features } from './features.ts';

/** Creates a demo home on a new platform that only this machine can reach, unless DEMO decides otherwise. */
export async function createDemoIfWanted({
  config,
  db,
  demo,
}: Features): Promise<DemoCredentials | undefined> {
  const started = await readSetting(db.read, 'first_start');
  const isWanted = config.demo ?? (!started && isLoopback(config));
  const created = isWanted && !(await demo.exists()) ? await demo.create() : undefined;
  // Another server is creating it, and will record the first start itself.
  if (isWanted && !created && !(await demo.exists())) return undefined;
  if (!started) await db.write((tx) => initializeSetting(tx, 'first_start', 'done'));
  return created;
}
