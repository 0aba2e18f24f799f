import type {
  ActionIcon,
  ActionType,
  InformationType,
  PropertyIo,
  TemplateVocabulary,
} from '@azulejo/contract';
import { unitsTableV2 } from '@azulejo/units';
import type { Static } from 'typebox';
import { EXTENSION_KEYWORDS } from './check-extension.ts';
import { conditions, controls } from './device-terms.ts';
import { loadServed } from './served.ts';
import type { Templates } from './templates.ts';

const io: Record<Static<typeof PropertyIo>, string> = {
  r: 'Read',
  s: 'Subscribe',
  w: 'Write',
  rs: 'Read and subscribe',
  rw: 'Read and write',
  ws: 'Write and subscribe',
  rws: 'Read, write and subscribe',
};

const information: Record<Static<typeof InformationType>, string> = {
  text: 'As it is',
  'text-unit': 'With a unit',
  'text-expression': 'Expression in x',
  'icon-color': 'As a coloured icon',
};

const actions: Record<Static<typeof ActionType>, string> = { 'tri-state': 'Switch: on, off or unknown' };

const icons: Record<Static<typeof ActionIcon>, string> = {
  on_off: 'On and off',
  home: 'Home and away',
  lock: 'Locked and unlocked',
};

const choices = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }));

type Dependencies = {
  templates: Templates;
  picture: (name: string) => string;
  thumbnail: (name: string) => string;
  imageOrigins: readonly string[];
};

/** Returns everything outside itself that a template may refer to, for a page that edits templates. */
export async function readVocabulary({
  templates,
  picture,
  thumbnail,
  imageOrigins,
}: Dependencies): Promise<TemplateVocabulary> {
  const { schemas, pictures } = await loadServed();
  const known = await templates.suggestedMembers();
  const sorted = (values: readonly string[]) => [...new Set(values)].toSorted();
  return {
    schemas: Object.entries(schemas).map(([name, schema]) => ({
      name,
      title: String(schema['title'] ?? name),
      description: String(schema['description'] ?? ''),
      schema,
    })),
    units: Object.entries(unitsTableV2.unitSpec).map(([value, { name, prefix, suffix }]) => {
      const sign = `${prefix}${suffix}`.trim();
      return { value, label: sign === '' ? name.singular : `${name.singular} (${sign})` };
    }),
    pictures: [...pictures].map((name) => ({ name, url: picture(name), thumbnail_url: thumbnail(name) })),
    image_origins: [...imageOrigins],
    kinds: sorted(known.map(({ kind }) => kind)),
    categories: sorted(known.flatMap(({ categories }) => categories)),
    interfaces: sorted(known.flatMap(({ interfaceId }) => interfaceId ?? [])),
    io: choices(io),
    control_interfaces: choices(controls),
    conditions: choices(conditions),
    information_types: choices(information),
    action_types: choices(actions),
    action_icons: choices(icons),
    schema_keywords: [...EXTENSION_KEYWORDS],
  };
}
