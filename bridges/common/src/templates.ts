import { setTimeout as wait } from 'node:timers/promises';
import type { ChannelTemplate } from '@azulejo/contract';
import { AzulejoError, type ManagerClient } from '@azulejo/sdk/manager';
import type { Log } from './log.ts';

/** After a failure, only one batch is sent again. The platform takes 30 requests a minute. */
const BATCH = 20;
const RETRY_MS = 5_000;
const MAX_ATTEMPTS = 24;

/**
 * Brings the templates that were not brought before by this process. Resolves with the ids of those that the
 * platform refused; each is refused by itself.
 */
export async function bringTemplates(
  platform: ManagerClient['templates'],
  templates: readonly ChannelTemplate[],
  brought: Set<string>,
  log: Log,
): Promise<ReadonlySet<string>> {
  const refused = new Set<string>();
  const byId = new Map(templates.map((template) => [template.id, template]));
  const all = [...byId.values()].filter(({ id }) => !brought.has(id));
  for (let start = 0; start < all.length; start += BATCH) {
    const { elements } = await send(platform, all.slice(start, start + BATCH));
    for (const { id, state, errors } of elements) {
      if (state !== 'refused') brought.add(id);
      else {
        refused.add(id);
        const { vendor, model } = byId.get(id) ?? {};
        log('template_refused', { template: id, vendor, model, errors: errors.slice(0, 5) });
      }
    }
  }
  return refused;
}

async function send(platform: ManagerClient['templates'], templates: ChannelTemplate[]) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await platform.bring(templates);
    } catch (error) {
      if (!isTemporary(error) || attempt === MAX_ATTEMPTS) throw error;
      await wait(RETRY_MS);
    }
  }
}

/** Too many requests, or a platform that restarts. */
const isTemporary = (error: unknown): boolean =>
  error instanceof AzulejoError &&
  (error.name === 'Unreachable' || error.name === 'TimedOut' || error.status === 429 || error.status === 503);
