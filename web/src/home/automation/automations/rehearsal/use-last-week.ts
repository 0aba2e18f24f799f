import type { AutomationDefinition, Rehearsal, RehearsalProgress } from '@azulejo/contract';
import { useCallback, useEffect, useLayoutEffect, useState } from 'react';
import { useSession } from '../../../data/session/session.ts';
import { pause, rehearse } from './rehearse.ts';

/** Waits this long after the last change, so that not every keystroke sends a request. */
const DEBOUNCE_MS = 400;

/** The last answer stays while the next one is awaited. */
export type LastWeekState = {
  readonly rehearsal?: Rehearsal | undefined;
  /** Whether the answer is about an earlier definition. */
  readonly isWaiting: boolean;
  readonly progress?: RehearsalProgress | undefined;
  readonly error?: unknown;
};

/**
 * Asks what a definition would have done, again after each change, and after an error when the connection is back. The
 * question before is cancelled.
 */
export function useLastWeek(
  definition: AutomationDefinition,
  automationId: string | undefined,
): LastWeekState & { readonly retry: () => void } {
  const { client } = useSession();
  const [state, setState] = useState<LastWeekState>({ isWaiting: true });
  const [attempt, setAttempt] = useState(0);
  const { label: _label, ...parts } = definition;
  const asked = JSON.stringify(parts);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` asks again.
  useEffect(() => {
    const { signal, abort } = abortable();
    setState(({ rehearsal }) => ({ rehearsal, isWaiting: true }));
    const ask = async () => {
      await pause(DEBOUNCE_MS, signal);
      const question = {
        definition: { label: '', ...JSON.parse(asked) } as AutomationDefinition,
        automationId,
        signal,
      };
      const onProgress = (progress: RehearsalProgress) => {
        if (!signal.aborted) setState(({ rehearsal }) => ({ rehearsal, isWaiting: true, progress }));
      };
      return rehearse(client, { ...question, onProgress });
    };
    ask().then(
      (rehearsal) => !signal.aborted && setState({ rehearsal, isWaiting: false }),
      (error: unknown) => !signal.aborted && setState({ isWaiting: false, error }),
    );
    return abort;
  }, [client, asked, automationId, attempt]);

  const retry = useCallback(() => setAttempt((before) => before + 1), []);
  // Listens as soon as the error is shown: an effect after it is painted could miss that the connection is back.
  useLayoutEffect(() => {
    if (state.error === undefined) return;
    addEventListener('online', retry);
    return () => removeEventListener('online', retry);
  }, [state.error, retry]);
  return { ...state, retry };
}

function abortable(): { readonly signal: AbortSignal; readonly abort: () => void } {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
}
