import type { Channel, ChannelTemplate, TemplateTile, Tile } from '@azulejo/contract';

/** Returns the channel that a device of the draft would have, as apps get it. */
export function previewChannel(template: ChannelTemplate): Channel {
  return {
    _rev: '',
    categories: template.categories,
    components: template.components,
    content: template.content,
    id: template.id,
    interface: { ...template.interface, src: '', url: '' },
    isActionable: true,
    isStateful: true,
    isTriggerable: true,
    photoUrl: '',
    profileId: template.id,
    properties: template.properties.map((property) => ({
      ...property,
      components: [
        ...template.components.filter(({ type }) => property.components.includes(type)).map(({ id }) => id),
        ...property.components,
      ],
      unitsOptions: { ...property.unitsOptions, muzzleyUnit: property.unitsOptions.vendorUnit },
    })),
    remoteId: template.id,
    tilePhotoUrl: '',
    user: '',
  };
}

/** Returns one of its tiles, as apps get it. */
export function previewTile(template: ChannelTemplate, drawing: TemplateTile, index: number): Tile {
  const { id, name, components } = template;
  return {
    _id: '',
    _rev: '',
    actions: drawing.actions,
    channel: id,
    channelInfo: { backgroundPhotoUrl: '', id, photoUrl: '', profileId: id, remoteId: id },
    components: components
      .filter((component) => drawing.components.includes(component.id))
      .map((component) => ({ id: component.id, type: component.type })),
    groups: [],
    href: '',
    id: String(index),
    information: drawing.information,
    isGroupable: drawing.isGroupable,
    kind: 'device',
    label: drawing.label === undefined ? name : `${name} · ${drawing.label}`,
    overlayUrl: '',
    photoUrl: '',
    photoUrlAlt: '',
    profile: id,
    user: '',
  };
}
