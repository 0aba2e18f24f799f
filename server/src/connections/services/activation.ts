import type { Applications } from '../../identity/applications/index.ts';
import { ApiError } from '../../platform/api-error.ts';
import { type Outbound, OutboundError, type OutboundReply } from '../../platform/outbound/index.ts';
import type { StoredService } from './stored-service.ts';

type Dependencies = { applications: Applications; outbound: Outbound };

/** People wait for it, as for `authorize` of a manager. */
const TIMEOUT_MS = 8_000;
const MAX_ANSWER_BYTES = 64 * 1024;
const MAX_URL_LENGTH = 2_000;

export type PageOf = ReturnType<typeof createPageOf>;

/**
 * Returns the function that finds the page on which a user authorizes a service: where its application says,
 * else the one in the operator's file (managers 1.7). An application that is disabled is not asked. Throws
 * `maker_failed` or `maker_late`.
 */
export function createPageOf({ applications, outbound }: Dependencies) {
  return async ({ service, applicationId, activationUri: url }: StoredService): Promise<string> => {
    const application = applicationId === undefined ? undefined : await applications.findById(applicationId);
    if (application?.state !== 'enabled' || url === undefined) return service.authorizationUrl;
    // The public SDK answers anybody there: the call has no credentials, and says nothing about the user.
    const reply = await outbound
      .send({
        party: application.id,
        purpose: 'activation',
        method: 'GET',
        url,
        headers: { accept: 'application/json' },
        timeoutMs: TIMEOUT_MS,
        maxBytes: MAX_ANSWER_BYTES,
      })
      .catch((error: unknown) => {
        throw error instanceof OutboundError ? toApiError(error) : error;
      });
    return pageIn(reply);
  };
}

function toApiError(cause: OutboundError): ApiError {
  if (cause.failure === 'timeout')
    return new ApiError('maker_late', { detail: 'The service did not answer in time.', cause });
  return failure('it could not be reached', cause);
}

const failure = (reason: string, cause?: unknown): ApiError =>
  new ApiError('maker_failed', { detail: `The service sent an unexpected response: ${reason}.`, cause });

/** Returns the page that the application named. Only web pages: an app opens the URL. */
function pageIn({ status, text }: OutboundReply): string {
  if (status !== 200) throw failure(`it answered with ${status}`);
  const url = urlIn(text);
  const parsed = typeof url === 'string' && url.length <= MAX_URL_LENGTH ? URL.parse(url) : null;
  if (!parsed || !/^https?:$/.test(parsed.protocol)) throw failure('it did not say which page to open');
  if (parsed.username !== '' || parsed.password !== '') throw failure('its page has a user name');
  return parsed.href;
}

function urlIn(text: string): unknown {
  try {
    const { location } = JSON.parse(text) as { location?: { url?: unknown } };
    return location?.url;
  } catch {
    return undefined;
  }
}
