import { resources } from '@azulejo/contract';
import type { Feature, Platform } from '../../core/feature.ts';
import type { AgentHomes, Agents, CheckLimit, WordingFor } from '../agents/index.ts';
import { registerEditorPage } from './editor-page.ts';
import { workerHandlers } from './workers-routes.ts';

type Needs = Platform & {
  agents: Agents;
  agentCheckLimit: CheckLimit;
  agentHomes: AgentHomes;
  agentWordingFor: WordingFor;
  picture: (name: string) => string;
  playAgent: (userId: string, agentId: string) => Promise<unknown>;
};

/** Serves automations in the form in which the phone apps show and edit them. */
export function workersFeature(needs: Needs) {
  const { config, agentCheckLimit: checkLimit, agentHomes: homes, agentWordingFor: wordingFor } = needs;
  const images = [...new Set([config.urls.base, config.urls.cdn].map((url) => new URL(url).origin))];
  return {
    api: {},
    routes({ app, serve }) {
      registerEditorPage(app, images);
      serve(resources.workers, workerHandlers({ ...needs, checkLimit, homes, wordingFor }));
    },
  } satisfies Feature;
}
