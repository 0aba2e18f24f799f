import type { AutomationDefinition, WorkerInput } from '@azulejo/contract';
import type { Maker } from './calls.ts';
import { spareTile, subjectOf } from './homes.ts';

type Of = Parameters<Maker>;

/** Returns the definition of an automation with a panel of the home. */
async function newDefinition(...of: Of): Promise<AutomationDefinition> {
  const { channelId: channel } = await spareTile(...of);
  const level = (component: string) => ({ channel, component, property: 'level' });
  return {
    label: 'Follow',
    when: [{ kind: 'property', property: level('left'), is: 'becomes', value: 1 }],
    then: [{ kind: 'set', set: level('right'), value: 1 }],
  };
}

/** Replaces a device that is gone by a panel of the home. */
async function replacement(...of: Of) {
  return { from: 'gone', to: (await spareTile(...of)).channelId, apply: true };
}

/** Returns an automation, which the call may delete. */
async function spareAutomation(...of: Of): Promise<{ automation_id: string }> {
  const [scene, named, caller] = of;
  const { automations } = scene.platform.server.features;
  const userId = subjectOf(scene, named, caller);
  const [stored, ...others] = await automations.list(userId);
  // Calls that create automations would reach the maximum of a user.
  for (const { id } of others) await automations.remove(userId, id);
  if (stored) return { automation_id: stored.id };
  const definition = await newDefinition(...of);
  const { id } = await automations.create(userId, { definition, author: {}, origin: 'api' });
  return { automation_id: id };
}

/** Returns an automation with a run. */
async function newRun(...of: Of): Promise<{ automation_id: string; run_id: string }> {
  const [scene, named, caller] = of;
  const { automation_id } = await spareAutomation(...of);
  const row = {
    user_id: subjectOf(scene, named, caller),
    automation_id,
    id: '1-e1',
    version: 1,
    began: scene.platform.clock.now(),
    place: 0,
    ended: null,
    outcome: 'running' as const,
    start_json: '{"by":"play"}',
    conditions_json: '[]',
    chain_json: '[]',
  };
  await scene.db.write((tx) =>
    tx
      .insertInto('automation_runs')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  );
  return { automation_id, run_id: row.id };
}

/** Returns an automation in the form of the phone apps. */
async function newWorker(...of: Of): Promise<WorkerInput> {
  const { label, when, then } = await newDefinition(...of);
  const [trigger, step] = [when[0], then[0]] as unknown as [
    { property: { channel: string; component: string } },
    { set: { component: string } },
  ];
  const { channel, component } = trigger.property;
  const unit = (part: string, rule: object) => ({
    channel,
    component: part,
    choices: [{ id: 'azulejo-1', choice: { rule: JSON.stringify(rule) } }],
  });
  return {
    label,
    triggers: [unit(component, { is: 'becomes', property: 'level', value: 1 })],
    actions: [unit(step.set.component, { is: 'set', property: 'level', value: 1 })],
  };
}

const newWorkerId = async (...of: Of) => ({ worker_id: (await spareAutomation(...of)).automation_id });

/** Returns the key of an automation's web address. */
async function newHook(...of: Of): Promise<string> {
  const [scene, named, caller] = of;
  const { automation_id } = await spareAutomation(...of);
  return scene.platform.server.features.automationHooks.create(
    subjectOf(scene, named, caller),
    automation_id,
  );
}

/** Calls of automations. */
export const automationCalls: Record<string, Maker> = {
  'automations.list': () => ({}),
  'automations.templates': () => ({}),
  'automations.get': async (...of) => ({ params: await spareAutomation(...of) }),
  'automations.create': async (...of) => ({ input: await newDefinition(...of) }),
  'automations.replace': async (...of) => ({
    params: await spareAutomation(...of),
    input: await newDefinition(...of),
  }),
  'automations.update': async (...of) => ({
    params: await spareAutomation(...of),
    input: { enabled: false },
  }),
  'automations.remove': async (...of) => ({ params: await spareAutomation(...of) }),
  'automations.reorder': async (...of) => ({
    input: { order: [(await spareAutomation(...of)).automation_id] },
  }),
  'automations.replaceDevice': async (...of) => ({ input: await replacement(...of) }),
  'automations.check': async (...of) => ({ input: { definition: await newDefinition(...of) } }),
  'rehearsals.create': async (...of) => ({ input: { definition: await newDefinition(...of), days: 1 } }),
  'rehearsals.whyNot': async (...of) => ({
    params: await spareAutomation(...of),
    input: { at: String(of[0].platform.clock.now()) },
  }),
  'automationVersions.list': async (...of) => ({ params: await spareAutomation(...of) }),
  'automationRuns.list': async (...of) => ({ params: await spareAutomation(...of) }),
  'automationRuns.get': async (...of) => ({ params: await newRun(...of) }),
  'automationRuns.misses': async (...of) => ({ params: await spareAutomation(...of) }),
  'automationRuns.play': async (...of) => ({ params: await spareAutomation(...of), input: {} }),
  'automationRuns.signingKey': async (...of) => ({ params: await spareAutomation(...of) }),
  'automationRuns.createHook': async (...of) => ({ params: await spareAutomation(...of), input: {} }),
  'automationRuns.removeHook': async (...of) => ({ params: await spareAutomation(...of) }),
  'automationRuns.callHook': async (...of) => ({ params: { hook_key: await newHook(...of) }, input: {} }),
  'workers.list': () => ({}),
  'workers.create': async (...of) => ({ input: await newWorker(...of) }),
  'workers.get': async (...of) => ({ params: await newWorkerId(...of) }),
  'workers.replace': async (...of) => ({ params: await newWorkerId(...of), input: { label: 'Other' } }),
  'workers.update': async (...of) => ({ params: await newWorkerId(...of), input: { enabled: false } }),
  'workers.remove': async (...of) => ({ params: await newWorkerId(...of) }),
  'workers.play': async (...of) => ({ params: await newWorkerId(...of), input: {} }),
  'automationVersions.restore': async (...of) => ({
    params: { ...(await spareAutomation(...of)), version: '1' },
    input: {},
  }),
};
