import type { resources, Scene, Shortcut, ShortcutInput } from '@azulejo/contract';
import type { Handlers, HomeAccess } from '../../core/access/index.ts';
import type { Channels } from '../../devices/channels/index.ts';
import { PRIVATE } from '../../platform/http/replies.ts';
import { requireMatch } from '../../platform/http/send-reply.ts';
import { revisionOf } from '../../platform/revision.ts';
import type { createCheckSettings, SettingsCheck } from './check-settings.ts';
import type { SceneContent } from './scene.ts';
import type { Scenes } from './scenes.ts';
import { checkedLabel } from './scenes-routes.ts';
import { settingsIn, toShortcut } from './shortcut.ts';

type Dependencies = {
  channels: Channels;
  scenes: Scenes;
  checkSettings: ReturnType<typeof createCheckSettings>;
  picture: (name: string) => string;
};

/** Apps send the value of an action inside its choices. */
const fieldOf: NonNullable<SettingsCheck['fieldOf']> = (index, member) =>
  `actions[${index}].${member === 'channel' || member === 'component' ? member : 'choices'}`;

/** Serves scenes to known apps, which call them shortcuts. */
export function shortcutHandlers({
  channels,
  scenes,
  checkSettings,
  picture,
}: Dependencies): Handlers<typeof resources.shortcuts> {
  async function toShortcuts(userId: string, all: readonly Scene[]): Promise<Shortcut[]> {
    const { channels: granted } = await channels.grantedTo(userId);
    const byId = new Map(granted.map((each) => [each.channel.id, each]));
    return all.map((scene, order) => toShortcut(scene, order, byId, picture));
  }

  /** Returns one shortcut with its place among all. */
  async function shortcutOf(userId: string, { id }: Scene): Promise<Shortcut> {
    const all = await toShortcuts(userId, await scenes.list(userId));
    const found = all.find((each) => each.id === id);
    if (!found) throw new Error('A scene was deleted while it was stored.');
    return found;
  }

  async function contentOf(
    { id: userId, rights }: HomeAccess,
    input: ShortcutInput,
    known: Scene['settings'],
  ) {
    const settings = await checkSettings({ userId, rights, settings: settingsIn(input), known, fieldOf });
    const content: SceneContent = {
      label: checkedLabel(input.label),
      icon: undefined,
      showInWatch: input.showInWatch,
      settings,
    };
    return content;
  }

  return {
    list: async ({ context }) => {
      const { id, revision } = context.home;
      const body = { shortcuts: await toShortcuts(id, await scenes.list(id)) };
      return { body, revision: revisionOf(revision, body), cacheControl: PRIVATE };
    },
    create: async ({ input, context }) => {
      const { id: userId } = context.home;
      const scene = await scenes.create(userId, await contentOf(context.home, input, []));
      return { body: await shortcutOf(userId, scene) };
    },
    replace: async ({ input, context, request }) => {
      const { id: userId } = context.home;
      const { settings: known } = await scenes.get(userId, input.scene_id);
      const content = await contentOf(context.home, input, known);
      const scene = await scenes.replace(userId, input.scene_id, content, ({ _rev }) =>
        requireMatch(request, _rev),
      );
      return { body: await shortcutOf(userId, scene) };
    },
  };
}
