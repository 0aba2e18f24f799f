import type { ChannelTemplate } from '@azulejo/contract';

/*
 * Renaming a part updates the references to it. If another part has the new name, references would become
 * ambiguous: then nothing else changes, and the validation reports the error.
 */

export function renameComponent(template: ChannelTemplate, index: number, id: string): ChannelTemplate {
  const earlier = template.components[index]?.id;
  const components = template.components.map((component, at) =>
    at === index ? { ...component, id } : component,
  );
  if (earlier === undefined || isTaken(template.components, id)) return { ...template, components };
  const tiles = template.tiles.map((tile) => ({
    ...tile,
    components: tile.components.map((name) => (name === earlier ? id : name)),
  }));
  return { ...template, components, tiles };
}

export function renameType(template: ChannelTemplate, index: number, type: string): ChannelTemplate {
  const earlier = template.components[index]?.type;
  const components = template.components.map((component, at) =>
    at === index ? { ...component, type } : component,
  );
  const isShared = components.some((component) => component.type === earlier);
  const isKnown = template.components.some((component) => component.type === type);
  if (earlier === undefined || isShared || isKnown) return { ...template, components };
  const follow = <Part extends { componentType: string }>(part: Part): Part =>
    part.componentType === earlier ? { ...part, componentType: type } : part;
  return {
    ...template,
    components,
    properties: template.properties.map((property) => ({
      ...property,
      components: property.components.map((name) => (name === earlier ? type : name)),
    })),
    tiles: template.tiles.map((tile) => ({
      ...tile,
      information: tile.information.map(follow),
      actions: tile.actions.map(follow),
    })),
  };
}

export function renameProperty(template: ChannelTemplate, index: number, id: string): ChannelTemplate {
  const earlier = template.properties[index]?.id;
  const properties = template.properties.map((property, at) =>
    at === index ? { ...property, id } : property,
  );
  if (earlier === undefined || isTaken(template.properties, id)) return { ...template, properties };
  const follow = <Part extends { property: string }>(part: Part): Part =>
    part.property === earlier ? { ...part, property: id } : part;
  return {
    ...template,
    properties,
    tiles: template.tiles.map((tile) => ({
      ...tile,
      information: tile.information.map(follow),
      actions: tile.actions.map(follow),
    })),
  };
}

const isTaken = (parts: readonly { id: string }[], id: string): boolean =>
  parts.some((part) => part.id === id);
