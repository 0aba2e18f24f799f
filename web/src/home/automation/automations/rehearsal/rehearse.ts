import type { AutomationDefinition, Rehearsal, RehearsalProgress } from '@azulejo/contract';
import { AzulejoError, type Client } from '@azulejo/sdk';
import { i18n } from '@lingui/core';

/** How long a server without room for another rehearsal is left alone, if it does not say how long. */
const RETRY_MS = 2_000;
const MAX_ATTEMPTS = 5;

type Question = {
  readonly definition: AutomationDefinition;
  /** Id of the automation that the definition would replace. */
  readonly automationId?: string;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: RehearsalProgress) => void;
};

/** Asks what a definition would have done in the last seven days. Waits while the server has no room for it. */
export async function rehearse(
  client: Client,
  { definition, automationId, signal, onProgress }: Question,
): Promise<Rehearsal> {
  // Its name does not matter yet, but it must have one.
  const named = { ...definition, label: definition.label.trim() || '…' };
  const input = {
    definition: named,
    days: 7,
    language: i18n.locale,
    ...(automationId && { automation: automationId }),
  };
  for (let attempt = 1; ; attempt += 1) {
    try {
      return (await client.rehearsals.create(input, {
        signal,
        onProgress: (progress) => onProgress(progress as RehearsalProgress),
      })) as Rehearsal;
    } catch (error) {
      if (!isFull(error) || attempt === MAX_ATTEMPTS) throw error;
      await pause(error.retryAfter === undefined ? RETRY_MS : error.retryAfter * 1000, signal);
    }
  }
}

const isFull = (error: unknown): error is AzulejoError =>
  error instanceof AzulejoError && error.status === 503;

/** Resolves after a time. Rejects when the signal aborts. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal.addEventListener('abort', stop, { once: true });
  });
}
