import type { TemplateElement, TemplateSummary } from '@azulejo/contract';
import type { VersionedTemplate } from '../../devices/templates/index.ts';
import type { MadeTemplates } from '../makers/index.ts';
import { RECIPE_ID } from './recipe.ts';

type Picture = (name: string) => string;

/** The members of a template that lists show. */
export type ShownTemplate = Pick<
  VersionedTemplate,
  'id' | 'name' | 'vendor' | 'model' | 'kind' | 'picture' | 'tilePicture'
>;

/** Converts a template to the members that known apps read (android-app 2.8, ios-app 7.1). */
export function toSummary(
  template: ShownTemplate,
  { picture, made }: { picture: Picture; made: MadeTemplates },
): TemplateSummary {
  const { id, name, vendor, model, kind } = template;
  const managerId = made.managerOf(id);
  return {
    id,
    name,
    type: 'device',
    vendor,
    model,
    kind,
    icon: picture(template.tilePicture),
    image: picture(template.picture),
    recipe: RECIPE_ID,
    additionable: made.has(id),
    required_capability: 'discovery-webview',
    open_oauth_in_browser: false,
    ...(managerId !== undefined && { manager_id: managerId }),
  };
}

/**
 * Converts templates that can be added, in the order of their names, in which known apps ask for them and
 * show them.
 */
export function toElements(
  templates: readonly ShownTemplate[],
  shown: { picture: Picture; made: MadeTemplates },
): TemplateElement[] {
  return templates
    .toSorted((one, other) => one.name.localeCompare(other.name, 'en'))
    .map((template, index) => ({
      order_index: index + 1,
      recipe_id: RECIPE_ID,
      template: toSummary(template, shown),
    }));
}
