import { type Outbound, OutboundError } from '../../../platform/outbound/index.ts';
import type { PushRequest } from '../../../platform/push/index.ts';

/**
 * `gone`: the subscription will never work again. `refused`: this message is not accepted. `later`: another
 * attempt may succeed. `stopped`: the server stops.
 */
export type Outcome =
  | { readonly result: 'sent' }
  | { readonly result: 'stopped' }
  | { readonly result: Failed; readonly reason: string };

type Failed = 'gone' | 'refused' | 'later';

/** The status of an answer, or why there was none. */
type SendFailure = number | OutboundError['failure'];

/** The bodies of replies are not used. */
const LIMITS = { timeoutMs: 15_000, maxBytes: 16_384 };
/** Errors that may pass: timeout, too early, too many requests. */
const PASSING = new Set<SendFailure>([408, 425, 429]);

/**
 * Sends a request to a push service or a hub. `judge` classifies the failures that it knows. Other failures are
 * temporary without an answer or with a temporary status; else the message is refused.
 */
export async function sendRequest(
  outbound: Outbound,
  request: PushRequest,
  judge: (failure: SendFailure) => Failed | undefined,
): Promise<Outcome> {
  try {
    const { status } = await outbound.send({
      ...request,
      ...LIMITS,
      // Each service has its own share of the calls, so that a slow one does not hold up the others.
      party: new URL(request.url).origin,
      purpose: 'push',
      method: 'POST',
    });
    if (status >= 200 && status < 300) return { result: 'sent' };
    const mayPass = status >= 500 || PASSING.has(status);
    return { result: judge(status) ?? (mayPass ? 'later' : 'refused'), reason: `status ${status}` };
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    const { failure } = error;
    if (failure === 'stopped') return { result: 'stopped' };
    return { result: judge(failure) ?? 'later', reason: failure };
  }
}
