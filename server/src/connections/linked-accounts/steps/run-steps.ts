import { isJsonObject } from '@azulejo/model';
import type { Timers } from '../../../platform/clock.ts';
import { type Outbound, OutboundError, type OutboundReply } from '../../../platform/outbound/index.ts';
import { fillStep, StepError, type Values } from './fill-step.ts';
import type { Step } from './step.ts';

/** A JSON object, as the maker answered it. */
export type Answer = Readonly<Record<string, unknown>>;

export type StepsRun = {
  /** The requests are sent on behalf of this manager. */
  readonly managerId: string;
  readonly steps: readonly Step[];
  /** Values that every step may use; an answer does not replace them. */
  readonly fixed: Values;
  /** Additional values for the first step. */
  readonly first: Values;
  /** The origins to which requests may go, because the secret of the account may be in them. */
  readonly origins: readonly string[];
  /** Values of query parameters that are known better than from the URL. */
  readonly parameters?: Values;
  /** How long all of it may take; by default, each request has ten seconds. */
  readonly budget?: { readonly ms: number; readonly clock: Pick<Timers, 'monotonic'> };
};

const TIMEOUT_MS = 10_000;
const MAX_ANSWER_BYTES = 64 * 1024;

/**
 * Sends the steps one after another; each may use what the one before was answered. Returns the last answer.
 * Throws a StepError whose message holds no value.
 */
export async function runSteps(outbound: Outbound, run: StepsRun): Promise<Answer> {
  let values = run.first;
  let answer: Answer = {};
  const remainingMs = startBudget(run.budget);
  for (const step of run.steps) {
    const { method, url, headers, body } = fillStep(step, { ...values, ...run.fixed }, run.parameters);
    requireOrigin(url, run.origins);
    const reply = await outbound
      .send({
        party: run.managerId,
        purpose: 'token',
        method,
        url,
        headers: { accept: 'application/json', ...lowerCased(headers) },
        body,
        timeoutMs: remainingMs(),
        maxBytes: MAX_ANSWER_BYTES,
      })
      .catch((error: unknown) => {
        if (error instanceof OutboundError)
          throw new StepError(`the maker could not be called: ${error.message}`, { cause: error });
        throw error;
      });
    answer = readAnswer(reply);
    values = textsOf(answer);
  }
  return answer;
}

/** Returns a function that returns how long the next request may take. */
function startBudget(budget: StepsRun['budget']): () => number {
  if (!budget) return () => TIMEOUT_MS;
  const until = budget.clock.monotonic() + budget.ms;
  return () => {
    const left = until - budget.clock.monotonic();
    if (left <= 0) throw new StepError('the maker took too long');
    return Math.min(TIMEOUT_MS, left);
  };
}

/** Throws when the operator did not allow this origin for the account. */
export function requireOrigin(url: string, origins: readonly string[]): void {
  const origin = URL.parse(url)?.origin;
  if (origin === undefined || !origins.includes(origin))
    throw new StepError(`${origin ?? 'a url'} is not one of the origins of the account`);
}

/** Lowercases the names of headers, because two spellings of one would both be sent. */
const lowerCased = (headers: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

function readAnswer({ status, mediaType, text }: OutboundReply): Answer {
  if (status < 200 || status > 299) throw new StepError(`the maker answered with the status ${status}`);
  const parsed = parseJson(text) ?? (mediaType === 'application/json' ? undefined : parseForm(text));
  if (!isJsonObject(parsed)) throw new StepError('the maker answered with neither a JSON object nor a form');
  return parsed;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Parses an answer as a form, which some makers send, as the drafts of RFC 6749 did. */
const parseForm = (text: string): Answer | undefined =>
  /^[\w.~%+-]+=[^\s<>{}]*$/.test(text.trim())
    ? Object.fromEntries(new URLSearchParams(text.trim()))
    : undefined;

const textsOf = (answer: Answer): Values =>
  Object.fromEntries(
    Object.entries(answer).flatMap(([name, value]) =>
      ['string', 'number', 'boolean'].includes(typeof value) ? [[name, String(value)]] : [],
    ),
  );
