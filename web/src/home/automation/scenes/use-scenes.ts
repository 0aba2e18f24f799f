import type { Scene, SceneInput, SceneList } from '@azulejo/contract';
import { AzulejoError } from '@azulejo/sdk';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { notify } from '../../../design/notify.ts';
import { useSession } from '../../data/session/session.ts';
import { movedOver } from '../../kit/moved-over.ts';
import { scenesQuery } from './scenes-query.ts';

/** Returns the scenes, and a function that moves one to the place of another, optimistically. */
export function useScenes() {
  const { client } = useSession();
  const queries = useQueryClient();
  const query = scenesQuery(client);
  const scenes = useQuery(query);
  const reorder = useMutation({
    mutationFn: (order: string[]) => client.scenes.reorder({ order }),
    // Moves are sent one after the other, so that the last one holds.
    scope: { id: 'reorder-scenes' },
    onError: notify.failed,
    onSettled: () => queries.invalidateQueries({ queryKey: query.queryKey }),
  });
  const move = (id: string, overId: string) => {
    const elements = scenes.data?.elements ?? [];
    const next = movedOver(elements, id, overId);
    if (next === elements) return;
    void queries.cancelQueries({ queryKey: query.queryKey });
    queries.setQueryData<SceneList>(query.queryKey, { elements: [...next] });
    reorder.mutate(next.map((each) => each.id));
  };
  return { ...scenes, scenes: scenes.data?.elements ?? [], move };
}

/** Runs a change of scenes, and reads them again. */
export function useChangeScenes<Input, Result>(
  work: (input: Input) => Promise<Result>,
  onDone: (result: Result) => void,
) {
  const { client } = useSession();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (input: Input) => {
      const result = await work(input);
      await queries.invalidateQueries({ queryKey: scenesQuery(client).queryKey });
      return result;
    },
    onSuccess: onDone,
  });
}

type Saving = { readonly draft: SceneInput; readonly base: Scene | undefined };

/** Creates a scene, or replaces the one that the draft is based on unless it was changed since. */
export function useSaveScene(onDone: () => void) {
  const { client } = useSession();
  return useChangeScenes(
    ({ draft, base }: Saving) =>
      base
        ? client.scenes.replace({ scene_id: base.id, ...draft }, { ifMatch: base._rev })
        : client.scenes.create(draft),
    onDone,
  );
}

/** Whether a change was refused because the scene has been changed since. */
export const isOutdated = (error: unknown): boolean => error instanceof AzulejoError && error.status === 412;
