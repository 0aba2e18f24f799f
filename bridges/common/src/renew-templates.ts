import type { NamedTemplate } from './templates.ts';

type Options<Thing> = {
  /** Resolves when the platform has the newest version of their templates. */
  bring(things: readonly Thing[]): Promise<unknown>;
  /** Gives the channels of things the newest version of their template. Resolves with the keys that failed. */
  renewAll(things: readonly Thing[]): Promise<readonly string[]>;
  /** Whether the channel of the thing has its template, at any version. */
  hasTemplate(thing: Thing): boolean;
};

/** Templates that are renewed at once. The platform takes 600 a minute from a manager. */
const BATCH_SIZE = 10;
const AGAIN_MS = 60_000;

/**
 * Renews, a few at a time, the templates of channels that were there before this process. A newer release of the
 * bridge may make another version of them, which has more properties for example.
 */
export function createTemplateRenewal<Thing extends NamedTemplate & { readonly key: string }>({
  bring,
  renewAll,
  hasTemplate,
}: Options<Thing>) {
  const done = new Set<string>();
  let present: readonly Thing[] = [];
  let pausedUntil = 0;

  return {
    /** Takes all devices that there are. */
    take: (things: readonly Thing[]): void => {
      present = things;
    },
    /** Renews the next templates. Those that fail are tried again after a minute. */
    next: async (): Promise<void> => {
      if (performance.now() < pausedUntil) return;
      const isOld = (thing: Thing) => !done.has(thing.templateId) && hasTemplate(thing);
      const ids = new Set(present.filter(isOld).map(({ templateId }) => templateId));
      const batch = new Set([...ids].slice(0, BATCH_SIZE));
      if (batch.size === 0) return;
      pausedUntil = performance.now() + AGAIN_MS;
      const concerned = present.filter(({ templateId }) => batch.has(templateId));
      await bring(concerned);
      const failed = new Set(await renewAll(concerned));
      const failedIds = new Set(
        concerned.filter(({ key }) => failed.has(key)).map((thing) => thing.templateId),
      );
      for (const id of batch) if (!failedIds.has(id)) done.add(id);
      if (failedIds.size === 0) pausedUntil = 0;
    },
  };
}
