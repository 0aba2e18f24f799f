import { cleanup, type Feature, finishUpgrade, type Platform } from '../../core/feature.ts';
import type { Channels } from '../../devices/channels/index.ts';
import type { Templates } from '../../devices/templates/index.ts';
import type { Preferences } from '../preferences/index.ts';
import type { Tiles } from '../tiles/index.ts';
import { createContext } from './context.ts';

type Needs = Platform & {
  channels: Channels;
  preferences: Preferences;
  templates: Templates;
  tiles: Tiles;
};

/** Manages the channels on which users' phones report where they are. */
export function phoneChannelFeature(needs: Needs) {
  const { preferences, retention } = needs;
  const context = createContext({
    ...needs,
    allowsLocation: preferences.allowsLocation,
    kept: retention.historyOfProperty,
  });
  return {
    api: { context },
    jobs: [
      cleanup('context', context.prune),
      finishUpgrade('update context channels', once(context.bringUpToDate), context.stopUpdating),
    ],
  } satisfies Feature;
}

/** Returns a function that does the work until it has succeeded once. */
function once(work: () => Promise<void>): () => Promise<void> {
  let isDone = false;
  return async () => {
    if (isDone) return;
    await work();
    isDone = true;
  };
}
