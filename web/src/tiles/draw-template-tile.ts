import type { Channel, ChannelTemplate, TemplateTile, Tile } from '@azulejo/contract';
import { channelRecord, inWords, nameIn, tileLabel, tileRecord } from '@azulejo/model';
import { type DisplayPreferences, type RenderedTile, renderTile, type Values } from '@azulejo/sdk';
import { i18n } from '@lingui/core';
import { activeDictionary } from '../languages/dictionary.ts';

/** Renders a tile of a template as Home would draw it for a device with these values. */
export function drawTemplateTile(
  template: ChannelTemplate,
  index: number,
  values: Values,
  { units }: Pick<DisplayPreferences, 'units'> = {},
): RenderedTile {
  const words = activeDictionary();
  const channel = channelOf(template);
  const [local, drawing] = [words ? inWords(channel, words) : channel, template.tiles[index]];
  if (!drawing) throw new RangeError(`the template has no tile ${index}`);
  // Numbers are written as in the language around them. There is no locale before a language is loaded.
  const locale = i18n.locale || undefined;
  return renderTile(tileOf(template, drawing, index), local, values, { units, words, locale });
}

const withoutUrl = () => '';

/** Returns the channel that a device of the template would have, as apps get it. */
function channelOf(template: ChannelTemplate): Channel {
  const page = { etag: template.interface.etag, src: '', url: '' };
  const details = { id: template.id, user: '', page, picture: withoutUrl, schema: (name: string) => name };
  return { _rev: '', ...channelRecord(template, details) };
}

/** Returns one of its tiles, as apps get it. */
function tileOf(template: ChannelTemplate, drawing: TemplateTile, index: number): Tile {
  const part = drawing.label === undefined ? {} : { label: nameIn(activeDictionary(), drawing.label) };
  const label = tileLabel(template.name, part);
  const place = { id: String(index), channel: template.id, user: '', kind: 'device', groups: [] } as const;
  return {
    _rev: '',
    ...tileRecord(template, drawing, { ...place, label, photo: null, picture: withoutUrl }),
  };
}
