import type { ChannelTemplate } from '@azulejo/contract';
import { AzulejoError, type ManagerClient } from '@azulejo/sdk/manager';
import type { Log } from './log.ts';
import { setSystemTimer, sleep } from './timers.ts';

/** The platform accepts this many templates, and 1 MB, in a request. */
const MAX_BATCH = 20;
const MAX_BATCH_LENGTH = 900_000;
const RETRY_MS = 5_000;
const MAX_WAIT_MS = 60_000;
const MAX_ATTEMPTS = 24;

/** A template that is made only when needed: hundreds at once would take about 10 MB. */
export type NamedTemplate = {
  readonly templateId: string;
  readonly makeTemplate: () => ChannelTemplate;
};

/**
 * Sends the platform the templates that this process has not stored yet, and puts their versions into
 * `storedVersions`. Resolves with the ids of the templates that were refused, and why; they do not stop
 * the others.
 */
export async function storeTemplates(
  platform: ManagerClient['templates'],
  templates: readonly NamedTemplate[],
  storedVersions: Map<string, number>,
  log: Log,
): Promise<ReadonlyMap<string, string>> {
  const refused = new Map<string, string>();
  const missing = templates.filter(({ templateId }) => !storedVersions.has(templateId));
  const byId = new Map(missing.map((named) => [named.templateId, named.makeTemplate]));
  for (const batch of batchesOf(byId.values())) {
    const { elements } = await send(platform, batch);
    for (const { id, state, version = 0, errors } of elements) {
      if (state !== 'refused') storedVersions.set(id, version);
      else {
        const [error] = errors;
        refused.set(id, error ? `${error.field}: ${error.reason}` : '');
        const { vendor, model } = batch.find((each) => each.id === id) ?? {};
        log('template_refused', { template: id, vendor, model, errors: errors.slice(0, 5) });
      }
    }
  }
  return refused;
}

/** Yields batches of templates. After a failure, only one batch is sent again. */
function* batchesOf(makers: Iterable<() => ChannelTemplate>): Generator<ChannelTemplate[]> {
  let batch: ChannelTemplate[] = [];
  let length = 0;
  for (const make of makers) {
    const template = make();
    const more = JSON.stringify(template).length;
    if (batch.length === MAX_BATCH || (batch.length > 0 && length + more > MAX_BATCH_LENGTH)) {
      yield batch;
      batch = [];
      length = 0;
    }
    batch.push(template);
    length += more;
  }
  if (batch.length > 0) yield batch;
}

async function send(platform: ManagerClient['templates'], templates: ChannelTemplate[]) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await platform.store(templates);
    } catch (error) {
      if (!isTemporary(error) || attempt === MAX_ATTEMPTS) throw error;
      await sleep(setSystemTimer, waitMsAfter(error));
    }
  }
}

/** Returns the milliseconds until the retry: those of `Retry-After`, or a few seconds. */
const waitMsAfter = (error: unknown): number =>
  error instanceof AzulejoError && error.retryAfter !== undefined
    ? Math.min(error.retryAfter * 1_000, MAX_WAIT_MS)
    : RETRY_MS;

/** Returns whether the error is temporary: too many requests, or a platform that restarts. */
const isTemporary = (error: unknown): boolean =>
  error instanceof AzulejoError &&
  (error.name === 'Unreachable' || error.name === 'TimedOut' || error.status === 429 || error.status === 503);
