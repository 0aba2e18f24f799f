import type { LoggedCall, Outbound } from '../../platform/outbound/index.ts';
import { Problem } from '../../platform/problem.ts';
import { newId } from '../../platform/random-token.ts';
import type { Ask } from '../makers/index.ts';
import type { ManagerWebhooks } from '../managers/index.ts';
import type { CallWebhook } from './call-webhook.ts';

type Dependencies = { outbound: Outbound; managerWebhooks: ManagerWebhooks; callWebhook: CallWebhook };

export type TestWebhook = (managerId: string, ask: Omit<Ask, 'userId'>) => Promise<LoggedCall | undefined>;

/**
 * Creates the function with which an operator sees whether a manager answers: it asks where a person signs in,
 * for a person who does not exist. The other webhooks cannot be tried: they need a person's token, and one of
 * them adds devices. Returns how the call went; undefined when the manager set no such webhook.
 */
export const createTestWebhook =
  ({ outbound, managerWebhooks, callWebhook }: Dependencies): TestWebhook =>
  async (managerId, ask) => {
    const { webhooks } = await managerWebhooks.get(managerId);
    if (webhooks.authorize === undefined) return undefined;
    try {
      await callWebhook(managerId, 'authorize', { ...ask, userId: newId() });
    } catch (error) {
      // The log of the call says what went wrong.
      if (!(error instanceof Problem)) throw error;
    }
    return outbound.calls(managerId)[0];
  };
