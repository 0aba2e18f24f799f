import type { Agent, AgentDefinition } from '@azulejo/contract';
import { AzulejoError } from '@azulejo/sdk';
import { i18n } from '@lingui/core';
import { onlineManager, useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { useSession } from '../../session/session.ts';
import { AGENTS } from '../data/agents-query.ts';
import type { ToldProblem } from './use-check.ts';

type Saving = {
  readonly definition: AgentDefinition;
  /** The revision that it replaces, if it is still the current one. A new automation has none. */
  readonly base: Agent | undefined;
};

/** Where a new automation is made. */
export type Origin = 'web' | 'template';

/** Stores a definition. */
export function useSave(origin: Origin, onSaved: (agent: Agent) => void) {
  const { client } = useSession();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ definition, base }: Saving) => {
      const language = i18n.locale;
      return (
        base
          ? await client.agents.replace(
              { agent_id: base.id, ...definition, language },
              { ifMatch: base._rev },
            )
          : await client.agents.create({ ...definition, origin, language })
      ) as Agent;
    },
    onSuccess: async (agent) => {
      await queries.invalidateQueries({ queryKey: [AGENTS] });
      onSaved(agent);
    },
  });
}

/** Saves at once; without a connection as soon as there is one, what the automation is by then. */
export function useSaveWhenOnline(save: () => void) {
  const isOnline = useSyncExternalStore(subscribeOnline, () => onlineManager.isOnline());
  const [isRequested, setRequested] = useState(false);
  const saveNow = useEffectEvent(() => {
    setRequested(false);
    save();
  });
  useEffect(() => {
    if (isRequested && isOnline) saveNow();
  }, [isRequested, isOnline]);
  return {
    isWaiting: isRequested && !isOnline,
    request: () => setRequested(true),
    cancel: () => setRequested(false),
  };
}

const subscribeOnline = (listener: () => void) => onlineManager.subscribe(listener);

/** Whether it was refused because somebody has saved another version. */
export const isOutdated = (error: unknown): boolean => error instanceof AzulejoError && error.status === 412;

/** Returns why a definition was refused, at the words that are meant. */
export function problemsOfRefusal(error: unknown): readonly ToldProblem[] {
  if (!(error instanceof AzulejoError) || error.status !== 422) return [];
  if (error.fields.length === 0)
    return [{ path: 'then', code: 'refused', text: error.text ?? error.message, severity: 'error' }];
  return error.fields.map(({ field, reason: text }) => ({
    path: field.replace(/^definition\./, ''),
    code: 'refused',
    text,
    severity: 'error',
  }));
}
