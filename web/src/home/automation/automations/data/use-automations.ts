import type { Automation, AutomationList } from '@azulejo/contract';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { notify } from '../../../../design/notify.ts';
import { useSession } from '../../../data/session/session.ts';
import { AUTOMATIONS } from './automations-query.ts';

/** Runs a change of automations, and reads them again. */
export function useChangeAutomations<Input, Result>(
  work: (input: Input) => Promise<Result>,
  onDone: (result: Result) => void = () => {},
) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (input: Input) => {
      const result = await work(input);
      await queries.invalidateQueries({ queryKey: [AUTOMATIONS] });
      return result;
    },
    onSuccess: onDone,
  });
}

/** Returns a function that switches an automation on or off, which is shown immediately. */
export function useSwitchAutomation(automationId: string): (isOn: boolean) => void {
  const { client } = useSession();
  const queries = useQueryClient();
  const change = useMutation({
    mutationFn: (enabled: boolean) => client.automations.update({ automation_id: automationId, enabled }),
    // Presses are sent one after the other, so that the last one holds.
    scope: { id: `switch-${automationId}` },
    onMutate: async (enabled) => {
      await queries.cancelQueries({ queryKey: [AUTOMATIONS] });
      showSwitched(queries, automationId, enabled);
    },
    onError: (error, enabled) => {
      // The platform says how it is, unless it cannot be reached.
      showSwitched(queries, automationId, !enabled);
      notify.failed(error);
    },
    onSettled: () => queries.invalidateQueries({ queryKey: [AUTOMATIONS] }),
  });
  return (isOn) => change.mutate(isOn);
}

/** Shows an automation as switched on or off, in the list and on its page. */
function showSwitched(queries: QueryClient, automationId: string, enabled: boolean): void {
  const switched = (automation: Automation): Automation =>
    automation.id === automationId ? { ...automation, enabled } : automation;
  queries.setQueriesData<AutomationList>(
    { queryKey: [AUTOMATIONS, 'list'] },
    (list) => list && { elements: list.elements.map(switched) },
  );
  queries.setQueriesData<Automation>(
    { queryKey: [AUTOMATIONS, 'one', automationId] },
    (automation) => automation && switched(automation),
  );
}
