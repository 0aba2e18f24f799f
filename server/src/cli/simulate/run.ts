import type { MqttClient } from 'mqtt';
import { STEP_MS } from '../../connections/virtual-devices/index.ts';
import { wait } from '../wait.ts';
import { type Actor, createActor } from './actor.ts';
import { join, leave } from './join.ts';
import type { Script } from './script.ts';
import type { Part, Stage } from './stage.ts';

type Playing = { actor: Actor; client: MqttClient; script: Script; since: number };

const TURN_MS = 20;
const PROGRESS_MS = 1000;
/** Maximum number of concurrent sign-ins, which leaves room for people in the platform's queue. */
const MAX_JOINING = 32;

/** Connects every device, lets each act at its time, and disconnects them in the end. */
export async function run(parts: readonly Part[], stage: Stage): Promise<void> {
  const { statistics, progress, stop, ramp } = stage;
  const company = createCompany(stage);
  const began = performance.now();
  let reportedAt = began;
  let admitted = 0;
  while (!stop.aborted && company.ended() < parts.length) {
    const now = performance.now();
    const allowed = 1 + ((now - began) / 1000) * ramp;
    for (; admitted < Math.min(parts.length, allowed) && company.joining() < MAX_JOINING; admitted += 1)
      company.admit(parts[admitted] as Part);
    company.play(now);
    if (now - reportedAt >= PROGRESS_MS) {
      reportedAt = now;
      progress(`simulating: ${statistics.progress()}`);
    }
    await wait(TURN_MS);
  }
  progress('leaving');
  await company.disband();
}

/** Creates the set of connected devices, which share one timer. */
function createCompany(stage: Stage) {
  const playing = new Set<Playing>();
  const underWay = new Set<Promise<void>>();
  let joining = 0;
  let ended = 0;

  function track(work: Promise<void>): void {
    const tracked = work.finally(() => underWay.delete(tracked));
    underWay.add(tracked);
  }

  async function enter({ clientId, channelId, clientSecret, script }: Part): Promise<void> {
    joining += 1;
    try {
      const client = await join({ clientId, channelId, clientSecret, script }, stage);
      const actor = createActor({ clientId, channelId, script, client, statistics: stage.statistics });
      playing.add({ actor, client, script, since: performance.now() });
    } catch (error) {
      if (!stage.stop.aborted) stage.statistics.failed(error);
      ended += 1;
    } finally {
      joining -= 1;
    }
  }

  async function exit(each: Playing): Promise<void> {
    playing.delete(each);
    await leave(each.client);
    ended += 1;
  }

  /**
   * Acts as often as is due; the first time is immediately. A device that a slow broker delayed catches up and
   * skips nothing.
   */
  function goOn(each: Playing, now: number): void {
    const { actor, script, since } = each;
    const due = 1 + Math.floor(((now - since) * stage.speed) / STEP_MS);
    const last = Math.min(due, stage.acts ?? due);
    while (script.acts < last && actor.isReady()) actor.act();
    if (script.acts === stage.acts && actor.isReady()) track(exit(each));
  }

  return {
    joining: () => joining,
    ended: () => ended,
    admit: (part: Part) => track(enter(part)),
    play(now: number) {
      for (const each of playing) goOn(each, now);
    },
    async disband() {
      // Devices that are still joining finish that first, and then leave with the others.
      await Promise.all(underWay);
      await Promise.all([...playing].map(exit));
    },
  };
}
