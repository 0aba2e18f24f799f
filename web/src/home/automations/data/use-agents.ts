import type { Agent, AgentList } from '@azulejo/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { notify } from '../../../design/notify.ts';
import { useSession } from '../../session/session.ts';
import { AGENTS } from './agents-query.ts';

/** Runs a change of automations, and reads them again. */
export function useChangeAgents<Input, Result>(
  work: (input: Input) => Promise<Result>,
  onDone: (result: Result) => void = () => {},
) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (input: Input) => {
      const result = await work(input);
      await queries.invalidateQueries({ queryKey: [AGENTS] });
      return result;
    },
    onSuccess: onDone,
  });
}

/** Returns a function that switches an automation on or off, which is shown immediately. */
export function useSwitchAgent(agentId: string): (isOn: boolean) => void {
  const { client } = useSession();
  const queries = useQueryClient();
  const change = useMutation({
    mutationFn: (enabled: boolean) => client.agents.update({ agent_id: agentId, enabled }),
    // Presses are sent one after the other, so that the last one holds.
    scope: { id: `switch-${agentId}` },
    onMutate: async (enabled) => {
      await queries.cancelQueries({ queryKey: [AGENTS] });
      const switched = (agent: Agent): Agent => (agent.id === agentId ? { ...agent, enabled } : agent);
      queries.setQueriesData<AgentList>(
        { queryKey: [AGENTS, 'list'] },
        (list) => list && { elements: list.elements.map(switched) },
      );
      queries.setQueriesData<Agent>(
        { queryKey: [AGENTS, 'one', agentId] },
        (agent) => agent && switched(agent),
      );
    },
    onError: notify.failed,
    onSettled: () => queries.invalidateQueries({ queryKey: [AGENTS] }),
  });
  return (isOn) => change.mutate(isOn);
}
