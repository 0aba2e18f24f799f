import type { Automation, AutomationDefinition } from '@azulejo/contract';
import { AzulejoError, backoffMs } from '@azulejo/sdk';
import { i18n } from '@lingui/core';
import { onlineManager, useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';
import { useSession } from '../../../data/session/session.ts';
import { AUTOMATIONS } from '../data/automations-query.ts';
import type { CheckProblem } from './use-check.ts';

type Saving = {
  readonly definition: AutomationDefinition;
  /** The revision that it replaces, if it is still the current one. A new automation has none. */
  readonly base: Automation | undefined;
  /** The definition in the editor when it was sent. */
  readonly edited: AutomationDefinition;
};

/** Says where a new automation is created. */
export type Origin = 'web' | 'template';

export function useSave(
  origin: Origin,
  onSaved: (automation: Automation, edited: AutomationDefinition) => void,
) {
  const { client } = useSession();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ definition, base }: Saving) => {
      const language = i18n.locale;
      return (
        base
          ? await client.automations.replace(
              { automation_id: base.id, ...definition, language },
              { ifMatch: base._rev },
            )
          : await client.automations.create({ ...definition, origin, language })
      ) as Automation;
    },
    onSuccess: async (automation, { edited }) => {
      await queries.invalidateQueries({ queryKey: [AUTOMATIONS] });
      onSaved(automation, edited);
    },
  });
}

/**
 * Saves immediately; without a connection, saves the current state when it is back. What `replaces` a stored
 * automation is tried again when the platform was not reached. A new one is not: if only the answer was lost, there
 * would be two.
 */
export function useSaveWhenOnline(save: () => Promise<unknown> | undefined, replaces: boolean) {
  const isOnline = useSyncExternalStore(subscribeOnline, () => onlineManager.isOnline());
  /** How often the platform was not reached; undefined if nothing is to be saved. */
  const [failures, setFailures] = useState<number>();
  const isSaving = useRef(false);
  const saveNow = useEffectEvent(async () => {
    // The same must not be stored twice.
    if (isSaving.current) return;
    isSaving.current = true;
    try {
      await save();
      setFailures(undefined);
    } catch (error) {
      // A browser may be called online before the platform can be reached.
      const again = replaces && isUnreached(error);
      setFailures((count) => (count === undefined || !again ? undefined : count + 1));
    }
    isSaving.current = false;
  });
  useEffect(() => {
    if (failures === undefined || !isOnline) return;
    if (failures === 0) {
      void saveNow();
      return;
    }
    const timer = setTimeout(() => void saveNow(), backoffMs(failures));
    return () => clearTimeout(timer);
  }, [failures, isOnline]);
  return {
    isWaiting: failures !== undefined && (failures > 0 || !isOnline),
    request: () => setFailures(0),
    cancel: () => setFailures(undefined),
  };
}

/** Whether the request did not get to the platform. One without an answer in time may have been carried out. */
const isUnreached = (error: unknown): boolean =>
  error instanceof AzulejoError && error.name === 'Unreachable';

const subscribeOnline = (listener: () => void) => onlineManager.subscribe(listener);

/** Whether it was refused because somebody has saved another version. */
export const isOutdated = (error: unknown): boolean => error instanceof AzulejoError && error.status === 412;

/** Returns why a definition was refused, at the words that are meant. */
export function problemsOfRefusal(error: unknown): readonly CheckProblem[] {
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
