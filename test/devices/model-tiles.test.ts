import assert from 'node:assert/strict';
import { it } from 'node:test';
import { expandTemplates, loadModels, loadSchemas } from '@azulejo/catalog';
import type { ChannelTemplate, TemplateTile } from '@azulejo/contract';
import { channelRecord, exampleValues, tileRecord, valueKey } from '@azulejo/model';
import { type RenderedTile, renderTile } from '@azulejo/sdk';

const schemas = await loadSchemas();
const { models } = await loadModels();
const templates = await expandTemplates(models.map(({ id }) => id));

const picture = () => '';

function tilesOf(template: ChannelTemplate): RenderedTile[] {
  const page = { etag: '', src: '', url: '' };
  const place = { channel: template.id, user: '', kind: 'device', label: '', groups: [] } as const;
  const channel = {
    _rev: '',
    ...channelRecord(template, { id: template.id, user: '', page, picture, schema: (name) => name }),
  };
  const values = new Map(
    exampleValues(template, schemas).map(({ component, property, data }) => [
      valueKey(component, property),
      data,
    ]),
  );
  return template.tiles.map((drawing, index) => {
    const record = tileRecord(template, drawing, { ...place, id: String(index), photo: null, picture });
    return renderTile({ _rev: '', ...record }, channel, values);
  });
}

/** Returns what people read on a tile. */
const textsOf = ({ state, slots, wide }: RenderedTile): string[] => [
  ...state,
  ...slots.filter(({ value }) => value !== undefined).map(({ text }) => text),
  ...(wide && wide.kind !== 'cover' && wide.reading ? [wide.reading.text] : []),
];

/** Returns whether the tile has something to say: free text has no example, and a colour is drawn as the icon. */
const isTelling = ({ properties }: ChannelTemplate, { information, actions }: TemplateTile): boolean =>
  actions.length > 0 ||
  information.some(
    ({ type, property }) =>
      type !== 'icon-color' && properties.some(({ id, schema }) => id === property && schema !== 'text'),
  );

/** Matches what no person should read: `--`, JSON, `true`, `no_fault` and words in capitals with underscores. */
const PAYLOAD = /^$|--|[{}[\]"_]|^(true|false|null|undefined|NaN)$/;

it('every tile of every model of the catalogue says in words what its example values are', () => {
  const wrong: string[] = [];
  let telling = 0;
  for (const template of templates) {
    for (const [index, tile] of tilesOf(template).entries()) {
      const where = `${template.vendor} ${template.model}, tile ${index}`;
      const drawing = template.tiles[index];
      const isSilent = !drawing || !isTelling(template, drawing);
      if (!isSilent) telling += 1;
      if (!isSilent && tile.state.length === 0) wrong.push(`${where}: no state`);
      for (const text of textsOf(tile).filter((each) => PAYLOAD.test(each)))
        wrong.push(`${where}: '${text}'`);
      if (tile.severity !== 'normal') wrong.push(`${where}: ${tile.condition?.text}`);
    }
  }
  // A room is never at 52 °C, although its sensor measures that.
  const hot = templates
    .flatMap((template) => exampleValues(template, schemas))
    .filter(({ property, data }) => property === 'temperature' && Number(data) > 40);
  assert.deepEqual(hot, []);
  assert.equal(templates.length, models.length);
  assert.ok(telling > templates.length);
  assert.deepEqual(wrong, []);
});
