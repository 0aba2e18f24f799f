import type { NamedTemplate } from './templates.ts';

type Options<Thing> = {
  /** Resolves when the newest versions of their templates are stored. */
  store(things: readonly Thing[]): Promise<unknown>;
  /** Gives the channels of things the newest version of their template. Resolves with the keys that failed. */
  renewAll(things: readonly Thing[]): Promise<readonly string[]>;
  /** Whether the channel of the thing has its template, at any version. */
  hasTemplate(thing: Thing): boolean;
};

/** Number of templates that are renewed together. The platform accepts 600 per minute from a manager. */
const BATCH_SIZE = 10;
const RETRY_MS = 60_000;

/**
 * Renews, a few at a time, the templates of channels that existed before this process started. A newer release of the
 * bridge may make another version of them, for example with more properties.
 */
export function createTemplateRenewal<Thing extends NamedTemplate & { readonly key: string }>({
  store,
  renewAll,
  hasTemplate,
}: Options<Thing>) {
  const done = new Set<string>();
  let present: readonly Thing[] = [];
  let pausedUntil = 0;

  return {
    /** Replaces the list of devices whose templates are renewed. */
    setDevices: (things: readonly Thing[]): void => {
      present = things;
    },
    /** Renews the next templates. Those that fail are retried after a minute. */
    renewNext: async (): Promise<void> => {
      if (performance.now() < pausedUntil) return;
      const isPending = (thing: Thing) => !done.has(thing.templateId) && hasTemplate(thing);
      const ids = new Set(present.filter(isPending).map(({ templateId }) => templateId));
      const batch = new Set([...ids].slice(0, BATCH_SIZE));
      if (batch.size === 0) return;
      pausedUntil = performance.now() + RETRY_MS;
      const concerned = present.filter(({ templateId }) => batch.has(templateId));
      await store(concerned);
      const failed = new Set(await renewAll(concerned));
      const failedIds = new Set(
        concerned.filter(({ key }) => failed.has(key)).map((thing) => thing.templateId),
      );
      for (const id of batch) if (!failedIds.has(id)) done.add(id);
      if (failedIds.size === 0) pausedUntil = 0;
    },
  };
}
