import assert from 'node:assert/strict';
import type { AutomationRun } from '@azulejo/contract';
import { manualClock } from '@azulejo/server/testing';
import { clientOf } from '../support/panel-scene.ts';
import { readJson } from '../support/replies.ts';
import type { Stage } from '../support/scene.ts';
import { setUpAutomations } from './automations-scene.ts';

/** Rounds in which what one automation does can reach the others. */
const ROUNDS = 4;

/** Creates people with panels whose automations run. */
export async function setUpRuns(stage: Stage) {
  const automations = await setUpAutomations(stage);
  const { platform, ana, send } = automations;
  const { features } = platform.server;
  async function report(channelId: string, componentId: string, data: unknown) {
    const response = await automations.put(ana.token, channelId, `${componentId}/level`, data);
    assert.ok(response.ok, await response.text());
  }
  return {
    ...automations,
    report,
    /** Creates a panel of Ana's whose parts are at 0. */
    async newPanel(): Promise<string> {
      const channelId = await automations.newOwnerlessPanel();
      for (const component of ['left', 'right']) await report(channelId, component, 0);
      return channelId;
    },
    /** Advances the clock and lets automations run until nothing is left to do. */
    async settle(seconds = 1) {
      platform.clock.advance({ seconds });
      for (let round = 0; round < ROUNDS; round += 1) await features.automationRunner.run();
    },
    /** Drops the state of all homes from memory. */
    forgetHomes: () => features.automationRunner.forget(),
    /** Reports as a device does. */
    reportAs: ({ id, channelId }: { id: string; channelId: string }, component: string, data: unknown) =>
      automations.sendMessage(clientOf(id), channelId, `${component}/level`, { io: 'iw', data }),
    async levelIn(channelId: string, componentId: string) {
      return (await features.values.find({ channelId, componentId, propertyId: 'level' }))?.data;
    },
    async runsOf(id: string): Promise<readonly AutomationRun[]> {
      return (await readJson<{ elements: AutomationRun[] }>(await send(ana, 'GET', `/${id}/runs`))).elements;
    },
    runOf: async (id: string, run: string) =>
      readJson<AutomationRun>(await send(ana, 'GET', `/${id}/runs/${run}`)),
    call: (url: string) => {
      const path = url.startsWith('/') ? url : new URL(url).pathname;
      const headers = { 'content-type': 'application/json' };
      return platform.request(path, { method: 'POST', headers, body: '{}' });
    },
  };
}

/**
 * Returns the same scene on a platform whose jobs run only when a test says so, and which may call addresses of
 * this machine.
 */
export async function setUpHeldRuns(stage: Stage) {
  const environment = { AUTOMATION_NETWORKS: '127.0.0.1/32', PUSH_NETWORKS: '127.0.0.1/32' };
  const start: Stage['start'] = (options) => stage.start({ ...options, environment, timers: manualClock() });
  const runs = await setUpRuns({ ...stage, start });
  const { automationMessages } = runs.platform.server.features;
  return {
    ...runs,
    /** Sends the messages that are due. */
    async sendMessages() {
      await automationMessages.run();
      await automationMessages.stop();
    },
  };
}
