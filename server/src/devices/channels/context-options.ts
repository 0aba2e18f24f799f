import { PLACE_CONTROL, PLACE_PROPERTY, SCENE_CONTROL, SCENE_PROPERTY } from '@azulejo/catalog';
import type { TemplateProperty } from '@azulejo/contract';
import type { VersionedTemplate } from '../templates/index.ts';

/** The options of the controls in a user's context channel. */
export type ContextOptions = {
  readonly places: readonly object[];
  readonly scenes: readonly object[];
};

/**
 * Returns the context template with the options of one user, which editors in phones read with the channel. Without
 * scenes, there is no action that plays one: its picker would be empty.
 */
export function withOptions(
  template: VersionedTemplate,
  { places, scenes }: ContextOptions,
): VersionedTemplate {
  const byControl = new Map([
    [`${PLACE_PROPERTY} ${PLACE_CONTROL}`, places],
    [`${SCENE_PROPERTY} ${SCENE_CONTROL}`, scenes],
  ]);
  const properties = template.properties.map((property) => ({
    ...(property.id === SCENE_PROPERTY && scenes.length === 0 ? withoutActions(property) : property),
    controlInterfaces: property.controlInterfaces.map((control) => {
      const options = byControl.get(`${property.id} ${control.id}`);
      return options ? { ...control, config: { ...control.config, options } } : control;
    }),
  }));
  return { ...template, properties };
}

const withoutActions = (property: TemplateProperty): TemplateProperty => ({
  ...property,
  isActionable: false,
  actions: [],
});
