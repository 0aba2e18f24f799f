import type { Scene } from '@azulejo/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useSession } from '../session/session.ts';
import { scenesQuery } from './scenes-query.ts';

/** What the first view shows of a scene. */
export type KnownScene = Pick<Scene, 'id' | 'label' | 'icon'>;

const KEY = 'azulejo.scenes';

/**
 * Returns the scenes. They are cached, so that they have their place above the tiles before the platform responds,
 * and offline; undefined until they are known for the first time.
 */
export function useKnownScenes(): readonly KnownScene[] | undefined {
  const { client, signIn } = useSession();
  const { data, isError } = useQuery({ ...scenesQuery(client), retry: false });
  const [cached] = useState(() => cachedIn(signIn.storage()));
  useEffect(() => {
    const scenes = data?.elements.map(({ id, label, icon }) => ({ id, label, icon }));
    if (scenes) signIn.storage().setItem(KEY, JSON.stringify(scenes));
  }, [data, signIn]);
  return data?.elements ?? cached ?? (isError ? [] : undefined);
}

/** Clears the cache at sign-out. */
export const forgetScenes = (storage: Storage): void => storage.removeItem(KEY);

function cachedIn(storage: Storage): readonly KnownScene[] | undefined {
  try {
    const scenes: unknown = JSON.parse(storage.getItem(KEY) ?? '');
    return Array.isArray(scenes) ? scenes : undefined;
  } catch {
    return undefined;
  }
}
