import { MAX_SCENES, resources } from '@azulejo/contract';
import { cleanup, type Feature, type Platform } from '../../core/feature.ts';
import type { Channels } from '../../devices/channels/index.ts';
import type { Templates } from '../../devices/templates/index.ts';
import type { Tiles } from '../../home/tiles/index.ts';
import type { Commands } from '../../telemetry/commands/index.ts';
import type { Events } from '../../telemetry/events/index.ts';
import type { Values } from '../../telemetry/values/index.ts';
import type { WritePath } from '../../telemetry/write-path/index.ts';
import { createCapture } from './capture.ts';
import { createCheckSettings } from './check-settings.ts';
import { createPlay } from './play.ts';
import { createPlays } from './plays.ts';
import { createScenes } from './scenes.ts';
import { sceneHandlers } from './scenes-routes.ts';
import { shortcutHandlers } from './shortcuts-routes.ts';

type Needs = Platform & {
  channels: Channels;
  commands: Commands;
  events: Events;
  picture: (name: string) => string;
  templates: Templates;
  tiles: Tiles;
  values: Values;
  writePath: WritePath;
};

/** Manages scenes: values of several devices that a person sets together. Known apps call them shortcuts. */
export function scenesFeature(needs: Needs) {
  const { db, clock, retention } = needs;
  const scenes = createScenes({ db, clock, maxScenes: MAX_SCENES });
  const plays = createPlays(needs);
  const checkSettings = createCheckSettings(needs);
  const play = createPlay({ ...needs, plays });
  return {
    api: { scenes, scenePlays: plays },
    routes({ serve }) {
      serve(resources.scenes, sceneHandlers({ scenes, checkSettings, play, capture: createCapture(needs) }));
      serve(resources.shortcuts, shortcutHandlers({ ...needs, scenes, checkSettings }));
    },
    jobs: [cleanup('played scenes', () => plays.prune(clock.now() - retention.history * 1000))],
  } satisfies Feature;
}
