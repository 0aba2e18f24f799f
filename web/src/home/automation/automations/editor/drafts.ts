import type { AutomationDefinition } from '@azulejo/contract';

/** A definition that was not saved, and the revision that it changes. A new automation has none. */
export type Draft = { readonly definition: AutomationDefinition; readonly revision?: string };

const PREFIX = 'azulejo.automation.';

/** Returns the draft of an automation, or of a new one; undefined without one that can be read. */
export function readDraft(storage: Storage, id: string): Draft | undefined {
  try {
    const draft = JSON.parse(storage.getItem(PREFIX + id) ?? '') as Partial<Draft>;
    const { definition, revision } = draft;
    if (!Array.isArray(definition?.when) || !Array.isArray(definition.then)) return undefined;
    return [...definition.when, ...definition.then].every(isPart) ? { definition, revision } : undefined;
  } catch {
    return undefined;
  }
}

/** Parts that are not filled in yet have an id only. Parts of drafts from before 0.1.0 have no kind, and are not shown. */
const isPart = (part: object): boolean => 'kind' in part || Object.keys(part).every((name) => name === 'id');

/** Keeps a draft in this browser only; without one, it is deleted. */
export function keepDraft(storage: Storage, id: string, draft?: Draft): void {
  if (draft) storage.setItem(PREFIX + id, JSON.stringify(draft));
  else storage.removeItem(PREFIX + id);
}

/** Deletes all drafts at sign-out. */
export function forgetDrafts(storage: Storage): void {
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');
  for (const key of keys) if (key.startsWith(PREFIX)) storage.removeItem(key);
}
