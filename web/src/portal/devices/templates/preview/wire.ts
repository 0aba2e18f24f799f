import type { Channel, ChannelTemplate, TemplateTile, Tile } from '@azulejo/contract';
import { channelRecord, tileLabel, tileRecord } from '@azulejo/model';

const withoutUrl = () => '';

/** Returns the channel that a device of the draft would have, as apps get it. */
export function previewChannel(template: ChannelTemplate): Channel {
  const page = { etag: template.interface.etag, src: '', url: '' };
  const details = { id: template.id, user: '', page, picture: withoutUrl, schema: (name: string) => name };
  return { _rev: '', ...channelRecord(template, details) };
}

/** Returns one of its tiles, as apps get it. */
export function previewTile(template: ChannelTemplate, drawing: TemplateTile, index: number): Tile {
  const label = tileLabel(template.name, drawing);
  const place = { id: String(index), channel: template.id, user: '', kind: 'device', groups: [] } as const;
  return {
    _rev: '',
    ...tileRecord(template, drawing, { ...place, label, photo: null, picture: withoutUrl }),
  };
}
