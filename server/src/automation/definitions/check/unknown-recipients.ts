import type { AutomationDefinition } from '@azulejo/contract';
import { isJsonObject } from '@azulejo/model';
import type { AllowedRecipients } from '../read-models/allowed-recipients.ts';
import type { FoundProblem } from '../words/sentences.ts';
import { stepsOf } from './parts.ts';

export type UnknownRecipients = ReturnType<typeof createUnknownRecipients>;

/** Returns a function that finds the recipients of a definition's messages whom its owner may not notify. */
export const createUnknownRecipients =
  (allowedRecipients: AllowedRecipients) =>
  async (owner: string, definition: AutomationDefinition): Promise<FoundProblem[]> => {
    const named = stepsOf(definition).flatMap(({ step: { notify }, path }) =>
      isJsonObject(notify) && Array.isArray(notify['to'])
        ? notify['to'].map((id, index) => ({ id: String(id), path: `${path}.notify.to[${index}]` }))
        : [],
    );
    const allowed = await allowedRecipients(
      owner,
      named.map(({ id }) => id),
    );
    return named
      .filter(({ id }) => !allowed.has(id))
      .map(({ path }) => ({
        path,
        code: 'unknown_person',
        text: 'This person does not share a device with you.',
        severity: 'error',
      }));
  };
