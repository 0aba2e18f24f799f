import type { SceneOutcome } from '@azulejo/contract';
import type { Client } from '@azulejo/sdk';
import { t } from '@lingui/core/macro';
import { settledCommand, WAIT_SECONDS } from '../../data/live/settled-command.ts';
import { NotSent } from '../../data/live/writes.ts';

/** Plays a scene, and returns what became of each setting once its device has answered or its time has passed. */
export async function playScene(client: Client, id: string): Promise<readonly SceneOutcome[]> {
  if (!navigator.onLine) throw new NotSent(t`You are offline`);
  const { outcomes } = await client.scenes.play({ scene_id: id, wait: WAIT_SECONDS });
  return Promise.all(outcomes.map((outcome) => settled(client, outcome)));
}

/** Waits for the result of a command: a maker's cloud may take longer than the platform holds the response. */
async function settled(client: Client, outcome: SceneOutcome): Promise<SceneOutcome> {
  if (outcome.state !== 'open' || outcome.command === undefined) return outcome;
  try {
    const open = await client.commands.get({ command_id: outcome.command });
    const { state, reason } = await settledCommand(client, open);
    return { ...outcome, state, ...(reason !== undefined && { reason }) };
  } catch {
    return outcome;
  }
}
