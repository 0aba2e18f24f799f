import type { Scene } from '@azulejo/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useSession } from '../../data/session/session.ts';
import { scenesQuery } from './scenes-query.ts';

/** The part of a scene that the first view shows. */
export type KnownScene = Pick<Scene, 'id' | 'label' | 'icon'>;

const KEY = 'azulejo.scenes';

/** Returns the scenes. They are cached, so that they are shown before the platform responds, and offline. */
export function useKnownScenes(): readonly KnownScene[] {
  const { client, signIn } = useSession();
  const { data } = useQuery({ ...scenesQuery(client), retry: false });
  const [cached] = useState(() => cachedIn(signIn.storage()));
  useEffect(() => {
    const scenes = data?.elements.map(({ id, label, icon }) => ({ id, label, icon }));
    if (scenes) signIn.storage().setItem(KEY, JSON.stringify(scenes));
  }, [data, signIn]);
  return data?.elements ?? cached ?? [];
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
