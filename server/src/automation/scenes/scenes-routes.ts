import type { resources, SceneInput } from '@azulejo/contract';
import type { Handlers } from '../../core/access/index.ts';
import { invalidField } from '../../platform/api-error.ts';
import { PRIVATE } from '../../platform/http/replies.ts';
import { requireMatch } from '../../platform/http/send-reply.ts';
import { revisionOf } from '../../platform/revision.ts';
import type { createCapture } from './capture.ts';
import type { createCheckSettings } from './check-settings.ts';
import type { createPlay } from './play.ts';
import type { SceneContent } from './scene.ts';
import type { Scenes } from './scenes.ts';

type Dependencies = {
  scenes: Scenes;
  capture: ReturnType<typeof createCapture>;
  checkSettings: ReturnType<typeof createCheckSettings>;
  play: ReturnType<typeof createPlay>;
};

/** Throws `invalid_request` when nothing but spaces is left. */
export function checkedLabel(label: string): string {
  const text = label.trim();
  if (text === '') throw invalidField('label', 'must not be empty');
  return text;
}

const contentOf = (
  { label, icon, show_in_watch: showInWatch }: SceneInput,
  settings: SceneContent['settings'],
): SceneContent => ({ label: checkedLabel(label), icon, showInWatch, settings });

export function sceneHandlers({
  scenes,
  capture,
  checkSettings,
  play,
}: Dependencies): Handlers<typeof resources.scenes> {
  return {
    list: async ({ context }) => {
      const { id, revision } = context.home;
      const body = { elements: await scenes.list(id) };
      return { body, revision: revisionOf(revision, body), cacheControl: PRIVATE };
    },
    get: async ({ input, context }) => {
      const body = await scenes.get(context.home.id, input.scene_id);
      return { body, revision: body._rev, cacheControl: PRIVATE };
    },
    create: async ({ input, context }) => {
      const { id: userId, rights } = context.home;
      const settings = await checkSettings({ userId, rights, settings: input.settings });
      const body = await scenes.create(userId, contentOf(input, settings));
      return { body, revision: body._rev };
    },
    replace: async ({ input, context, request }) => {
      const { id: userId, rights } = context.home;
      const { settings: known } = await scenes.get(userId, input.scene_id);
      const settings = await checkSettings({ userId, rights, settings: input.settings, known });
      const body = await scenes.replace(userId, input.scene_id, contentOf(input, settings), ({ _rev }) =>
        requireMatch(request, _rev),
      );
      return { body, revision: body._rev };
    },
    remove: async ({ input, context, request }) => {
      await scenes.remove(context.home.id, input.scene_id, ({ _rev }) => requireMatch(request, _rev));
      return { body: {} };
    },
    play: async ({ input, context }) => {
      const { home } = context;
      const scene = await scenes.get(home.id, input.scene_id);
      return { body: await play({ scene, home, waitMs: (input.wait ?? 0) * 1000 }) };
    },
    reorder: async ({ input, context }) => {
      await scenes.reorder(context.home.id, input.order);
      return { body: {} };
    },
    capture: async ({ input, context }) => ({
      body: await capture(context.home.id, input.tiles),
    }),
  };
}
