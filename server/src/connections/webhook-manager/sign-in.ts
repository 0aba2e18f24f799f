import { createHash } from 'node:crypto';
import { isJsonObject } from '@azulejo/model';
import { ApiError } from '../../platform/api-error.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Outbound } from '../../platform/outbound/index.ts';
import { randomText } from '../../platform/random-token.ts';
import {
  type Accounts,
  accountValues,
  type Credentials,
  fillStep,
  hasPlaceholder,
  type OpenAccount,
  readSteps,
  requireOrigin,
  runSteps,
  type Step,
  StepError,
} from '../linked-accounts/index.ts';
import type { Beginning, DeviceRequest, Returned } from '../makers/index.ts';
import { type CallWebhook, failure, jsonOf } from './call-webhook.ts';

type Dependencies = {
  clock: Clock;
  outbound: Outbound;
  accounts: Accounts;
  credentials: Credentials;
  callWebhook: CallWebhook;
  /** Where makers send the browser back, to the letter as they registered it. */
  redirectUri: string;
};

/** The state that is needed when the browser returns. */
type Remaining = { readonly steps: readonly Step[]; readonly verifier: string };

/** A code verifier has 43 to 128 characters (RFC 7636 4.1). */
const VERIFIER_LENGTH = 64;
/** Limits all requests after the browser returned, because the person waits for them. */
const STEPS_MS = 22_000;

/**
 * Signs a person in at the maker (managers 4.1, steps 3 to 7): asks the manager where it is, and when the
 * browser is back, redeems what it brought and passes it on to the manager.
 */
export function createSignIn(dependencies: Dependencies) {
  const { accounts, callWebhook, redirectUri, outbound, clock, credentials } = dependencies;

  async function accountOf(managerId: string, { applicationId }: DeviceRequest): Promise<OpenAccount> {
    const account = await accounts.open(managerId, applicationId);
    if (account) return account;
    throw failure('the operator has not set an account of this application there');
  }

  return {
    async begin(managerId: string, request: DeviceRequest): Promise<Beginning> {
      const account = await accountOf(managerId, request);
      const answer = jsonOf(await callWebhook(managerId, 'authorize', request));
      const [first, ...steps] = stepsOf(answer);
      if (first?.method !== 'GET') throw failure('its sign-in does not begin with a page');
      if (hasPlaceholder(first, 'client_secret')) throw failure('it asks for the secret in a browser');
      const verifier = randomText(VERIFIER_LENGTH);
      const values = {
        client_id: account.clientId,
        redirect_uri: redirectUri,
        code_challenge: createHash('sha256').update(verifier).digest('base64url'),
        code_challenge_method: 'S256',
      };
      const { url } = attempt(() => {
        const filled = fillStep(first, values);
        requireOrigin(filled.url, account.origins);
        return filled;
      });
      return { url, remaining: { steps, verifier } satisfies Remaining };
    },

    /** Throws `not_granted` when the person refused at the maker. */
    async finish(
      managerId: string,
      request: DeviceRequest,
      remaining: unknown,
      { fields }: Returned,
    ): Promise<void> {
      const { steps, verifier } = remaining as Remaining;
      const { state: _state, ...first } = textsOf(fields);
      if (first['error'] !== undefined)
        throw new ApiError('not_granted', { detail: 'The person did not sign in at the maker.' });
      const account = await accountOf(managerId, request);
      const fixed = { ...accountValues(account), redirect_uri: redirectUri, code_verifier: verifier };
      const run = {
        managerId,
        steps,
        fixed,
        first,
        origins: account.origins,
        budget: { ms: STEPS_MS, clock },
      };
      const answer = steps.length === 0 ? first : await runSteps(outbound, run).catch(rethrow);
      const { status } = await callWebhook(managerId, 'receive_token', request, answer);
      if (status !== 200) throw failure(`its manager refused the token with ${status}`);
      await credentials.store({ managerId, ...request }, account.clientId, answer);
    },
  };
}

/** Throws `maker_failed` that names the wrong member. */
function stepsOf(answer: unknown): readonly Step[] {
  if (!isJsonObject(answer)) throw failure('its manager does not say where people sign in');
  return attempt(() => readSteps(answer['location']));
}

function attempt<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    return rethrow(error);
  }
}

function rethrow(error: unknown): never {
  if (error instanceof StepError) throw failure(error.message, error);
  if (error instanceof ApiError && error.kind === 'invalid_request') {
    const [{ field, reason } = { field: '', reason: '' }] = error.fields;
    throw failure(`${field} ${reason}`, error);
  }
  throw error;
}

const MAX_TEXT_LENGTH = 4_000;

/** Returns the fields that are one text each; there are few, because a URL has a limited length. */
const textsOf = (fields: Returned['fields']): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields).filter(
      (entry): entry is [string, string] =>
        typeof entry[1] === 'string' && entry[1].length <= MAX_TEXT_LENGTH,
    ),
  );
