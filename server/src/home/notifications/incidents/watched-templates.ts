import { findWatched, valueKey, type Watched } from '@azulejo/model';
import type { Templates } from '../../../devices/templates/index.ts';
import { createLruCache } from '../../../platform/lru-cache.ts';
import { toNotificationKind } from '../kinds/index.ts';

/** Maximum number of templates whose properties are in memory, a few kilobytes each. */
const MAX_TEMPLATES = 1_000;

type TemplateRef = { readonly templateId: string; readonly templateVersion: number };

/** The properties of a channel that can cause notifications, by `valueKey`. */
export type WatchedProperties = ReadonlyMap<string, Watched>;

/** Finds the properties of a template whose values can be conditions, by the rule of `model/`. */
export function createWatchedTemplates(templates: Templates) {
  const known = createLruCache<WatchedProperties>(MAX_TEMPLATES);
  const keyOf = ({ templateId, templateVersion }: TemplateRef) => `${templateId}@${templateVersion}`;

  return {
    /** Returns undefined when the template was not read before. */
    peek: (ref: TemplateRef): WatchedProperties | undefined => known.get(keyOf(ref)),

    async read(ref: TemplateRef): Promise<WatchedProperties> {
      const found = known.get(keyOf(ref));
      if (found) return found;
      const template = await templates.get(ref.templateId, ref.templateVersion);
      const watched = new Map(
        findWatched(template.components, template)
          .filter(({ rule }) => toNotificationKind(rule.kind) !== undefined)
          .map((each) => [valueKey(each.component, each.property), each]),
      );
      known.set(keyOf(ref), watched);
      return watched;
    },
  };
}

export type WatchedTemplates = ReturnType<typeof createWatchedTemplates>;
