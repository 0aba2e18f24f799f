import type { AgentDefinition, WorkerInput } from '@azulejo/contract';
import type { Maker } from './calls.ts';
import { spareTile, subjectOf } from './homes.ts';

type Of = Parameters<Maker>;

/** Returns the definition of an automation with a panel of the home. */
async function newDefinition(...of: Of): Promise<AgentDefinition> {
  const { channelId: channel } = await spareTile(...of);
  const level = (component: string) => ({ channel, component, property: 'level' });
  return {
    label: 'Follow',
    when: [{ property: level('left'), is: 'becomes', value: 1 }],
    then: [{ set: level('right'), value: 1 }],
  };
}

/** Replaces a device that is gone by a panel of the home. */
async function replacement(...of: Of) {
  return { from: 'gone', to: (await spareTile(...of)).channelId, apply: true };
}

/** Returns an automation, which the call may delete. */
async function spareAgent(...of: Of): Promise<{ agent_id: string }> {
  const [scene, named, caller] = of;
  const { agents } = scene.platform.server.features;
  const userId = subjectOf(scene, named, caller);
  const [stored, ...others] = await agents.list(userId);
  // Calls that create automations would reach the maximum of a user.
  for (const { id } of others) await agents.remove(userId, id);
  if (stored) return { agent_id: stored.id };
  const definition = await newDefinition(...of);
  const { id } = await agents.create(userId, { definition, author: {}, origin: 'api' });
  return { agent_id: id };
}

/** Returns an automation with a run. */
async function newRun(...of: Of): Promise<{ agent_id: string; run_id: string }> {
  const [scene, named, caller] = of;
  const { agent_id } = await spareAgent(...of);
  const row = {
    user_id: subjectOf(scene, named, caller),
    agent_id,
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
      .insertInto('agent_runs')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  );
  return { agent_id, run_id: row.id };
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

const newWorkerId = async (...of: Of) => ({ worker_id: (await spareAgent(...of)).agent_id });

/** Returns the key of an automation's web address. */
async function newHook(...of: Of): Promise<string> {
  const [scene, named, caller] = of;
  const { agent_id } = await spareAgent(...of);
  return scene.platform.server.features.agentHooks.create(subjectOf(scene, named, caller), agent_id);
}

/** Calls of automations. */
export const agentCalls: Record<string, Maker> = {
  'agents.list': () => ({}),
  'agents.templates': () => ({}),
  'agents.get': async (...of) => ({ params: await spareAgent(...of) }),
  'agents.create': async (...of) => ({ input: await newDefinition(...of) }),
  'agents.replace': async (...of) => ({ params: await spareAgent(...of), input: await newDefinition(...of) }),
  'agents.update': async (...of) => ({ params: await spareAgent(...of), input: { enabled: false } }),
  'agents.remove': async (...of) => ({ params: await spareAgent(...of) }),
  'agents.reorder': async (...of) => ({ input: { order: [(await spareAgent(...of)).agent_id] } }),
  'agents.replaceDevice': async (...of) => ({ input: await replacement(...of) }),
  'agents.check': async (...of) => ({ input: { definition: await newDefinition(...of) } }),
  'rehearsals.create': async (...of) => ({ input: { definition: await newDefinition(...of), days: 1 } }),
  'rehearsals.whyNot': async (...of) => ({
    params: await spareAgent(...of),
    input: { at: String(of[0].platform.clock.now()) },
  }),
  'agentVersions.list': async (...of) => ({ params: await spareAgent(...of) }),
  'agentRuns.list': async (...of) => ({ params: await spareAgent(...of) }),
  'agentRuns.get': async (...of) => ({ params: await newRun(...of) }),
  'agentRuns.misses': async (...of) => ({ params: await spareAgent(...of) }),
  'agentRuns.play': async (...of) => ({ params: await spareAgent(...of), input: {} }),
  'agentRuns.signingKey': async (...of) => ({ params: await spareAgent(...of) }),
  'agentRuns.createHook': async (...of) => ({ params: await spareAgent(...of), input: {} }),
  'agentRuns.removeHook': async (...of) => ({ params: await spareAgent(...of) }),
  'agentRuns.callHook': async (...of) => ({ params: { hook_key: await newHook(...of) }, input: {} }),
  'workers.list': () => ({}),
  'workers.create': async (...of) => ({ input: await newWorker(...of) }),
  'workers.get': async (...of) => ({ params: await newWorkerId(...of) }),
  'workers.replace': async (...of) => ({ params: await newWorkerId(...of), input: { label: 'Other' } }),
  'workers.update': async (...of) => ({ params: await newWorkerId(...of), input: { enabled: false } }),
  'workers.remove': async (...of) => ({ params: await newWorkerId(...of) }),
  'workers.play': async (...of) => ({ params: await newWorkerId(...of), input: {} }),
  'agentVersions.restore': async (...of) => ({
    params: { ...(await spareAgent(...of)), version: '1' },
    input: {},
  }),
};
