import { hash } from 'node:crypto';
import type { ChannelTemplate, TemplateProperty } from '@azulejo/contract';
import { LRUCache } from 'lru-cache';

/** A home with 300 models has about 1,000 different properties, of 2 KB each. */
const MAX_PROPERTIES = 3_000;

/**
 * Creates the function that makes templates have the same object for equal properties. The templates of different
 * models have more than half of their properties in common, and consist of little else.
 */
export function createPropertySharing(): (template: ChannelTemplate) => ChannelTemplate {
  const properties = new LRUCache<string, TemplateProperty>({ max: MAX_PROPERTIES });

  function share(property: TemplateProperty): TemplateProperty {
    const key = hash('sha256', JSON.stringify(property), 'base64');
    const known = properties.get(key);
    if (!known) properties.set(key, property);
    return known ?? property;
  }

  return (template) => ({ ...template, properties: template.properties.map(share) });
}
