import type { SceneOutcome } from '@azulejo/contract';
import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useLiveHome } from '../../data/live/live-home.ts';
import { useSession } from '../../data/session/session.ts';
import { askGuard } from '../../tablet/wall-tablet/ask-guard.ts';
import { isWallTablet } from '../../tablet/wall-tablet/wall-tablet.ts';
import { playScene } from './play-scene.ts';

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
