import type { SceneOutcome } from '@azulejo/contract';
import type { Client } from '@azulejo/sdk';
import { t } from '@lingui/core/macro';
import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useLiveHome } from '../../data/live/live-home.ts';
import { settledCommand, WAIT_SECONDS } from '../../data/live/settled-command.ts';
import { NotSent } from '../../data/live/writes.ts';
import { useSession } from '../../data/session/session.ts';
import { askGuard } from '../../tablet/wall-tablet/ask-guard.ts';
import { isWallTablet } from '../../tablet/wall-tablet/wall-tablet.ts';

const KEY = ['scenes', 'play'];

/** How the last play of a scene went. */
export type Play =
  | { readonly state: 'pending' }
  | { readonly state: 'ended'; readonly outcomes: readonly SceneOutcome[] }
  | { readonly state: 'failed'; readonly error: unknown };

/** A play that has ended, or not yet, of the scene with this id. */
export type PlayOf = { readonly scene: string; readonly play: Play };

/**
 * Returns a function that plays a scene, and how the last plays went, the latest last, wherever on the page they
 * began.
 */
export function usePlay() {
  const { client } = useSession();
  const { get, readUnreported } = useLiveHome();
  const queries = useQueryClient();
  const { mutate } = useMutation({
    mutationKey: KEY,
    mutationFn: (id: string) => playScene(client, id),
    // Tiles show what was set, also on a page without a live connection.
    onSuccess: () => void readUnreported().catch(() => {}),
  });
  const states = useMutationState({ filters: { mutationKey: KEY }, select: ({ state }) => state });
  const plays = useMemo(
    () =>
      states
        .toSorted((one, other) => one.submittedAt - other.submittedAt)
        .map(({ variables, status, data, error }): PlayOf => {
          const play: Play =
            status === 'error'
              ? { state: 'failed', error }
              : status === 'success'
                ? { state: 'ended', outcomes: data as readonly SceneOutcome[] }
                : { state: 'pending' };
          return { scene: String(variables), play };
        }),
    [states],
  );

  /**
   * Returns whether the person may play it. Some settings need the PIN on a wall tablet; they are read again,
   * since the scene may have changed.
   */
  async function isAllowed(id: string): Promise<boolean> {
    if (!isWallTablet()) return true;
    const { settings } = await client.scenes.get({ scene_id: id });
    const { channels } = get();
    const writes = settings.map(({ channel, component, property, data, written = data }) => ({
      channel: channels.get(channel),
      address: { channel, component, property },
      data: written,
    }));
    return (await askGuard(writes)) !== false;
  }

  return {
    plays,
    play: async (id: string): Promise<void> => {
      const isPending = plays.some(({ scene, play }) => scene === id && play.state === 'pending');
      if (!isPending && (await isAllowed(id).catch(() => false))) mutate(id);
    },
    /** Forgets plays that have ended. */
    forget: (): void => {
      const cache = queries.getMutationCache();
      for (const mutation of cache.findAll({ mutationKey: KEY }))
        if (mutation.state.status !== 'pending') cache.remove(mutation);
    },
  };
}

/** Returns how the last play of a scene went; undefined while it has not been played. */
export const lastPlayOf = (plays: readonly PlayOf[], id: string): Play | undefined =>
  plays.findLast(({ scene }) => scene === id)?.play;

/** Plays a scene, and returns what became of each setting once its device has answered or its time has passed. */
async function playScene(client: Client, id: string): Promise<readonly SceneOutcome[]> {
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
