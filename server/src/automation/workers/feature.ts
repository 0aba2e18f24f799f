import { resources } from '@azulejo/contract';
import type { HomeAccess } from '../../core/access/index.ts';
import type { Feature, Platform } from '../../core/feature.ts';
import type { AutomationHomes, Automations, CheckLimit, WordingFor } from '../definitions/index.ts';
import { registerEditorPage } from './editor-page.ts';
import { workerHandlers } from './workers-routes.ts';

type Needs = Platform & {
  automations: Automations;
  automationCheckLimit: CheckLimit;
  automationHomes: AutomationHomes;
  automationWordingFor: WordingFor;
  picture: (name: string) => string;
  playAutomation: (home: HomeAccess, automationId: string) => Promise<unknown>;
};

/** Serves automations in the form in which the phone apps show and edit them. */
export function workersFeature(needs: Needs) {
  const {
    config,
    automationCheckLimit: checkLimit,
    automationHomes: homes,
    automationWordingFor: wordingFor,
  } = needs;
  const images = [...new Set([config.urls.base, config.urls.cdn].map((url) => new URL(url).origin))];
  return {
    api: {},
    routes({ app, serve }) {
      registerEditorPage(app, images);
      serve(resources.workers, workerHandlers({ ...needs, checkLimit, homes, wordingFor }));
    },
  } satisfies Feature;
}
