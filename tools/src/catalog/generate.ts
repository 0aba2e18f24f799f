import { createHash } from 'node:crypto';
import {
  contextTemplate,
  type DemoHome,
  readExposes,
  readModels,
  type StoredModel,
  type StoredModels,
} from '@azulejo/catalog';
import type { ChannelTemplate } from '@azulejo/contract';
import {
  type Definition,
  fromExposes,
  kebab,
  secretsIn,
  templateOf,
  type Unmapped,
  unmappedOf,
} from '@azulejo/devices';
import { componentsWith } from '@azulejo/model';
import { compactJson } from '../compact-json.ts';
import { type DemoDevice, demoDevices } from './demo-devices.ts';
import { plausibleValue } from './plausible.ts';
import { describeModel } from './stored-definitions.ts';

/** The values of a device of the demo home are at depth 3, so that each takes one line. */
const MAX_DEPTH = 3;
const json = (value: unknown): string => `${compactJson(value, MAX_DEPTH)}\n`;

function licenseNotice({ name, version, license }: StoredModels['source']): string {
  return [
    '# Where the definitions come from',
    '',
    `The files in \`definitions/\` are generated from the device definitions of the npm package`,
    `[${name}](https://github.com/Koenkk/zigbee-herdsman-converters) ${version},`,
    'published under the MIT licence below. Each template that is made from them names its source model in',
    '`source`. The pictures, schemas and other texts are Azulejo’s own.',
    '',
    license.trim(),
    '',
  ].join('\n');
}

export interface Generated {
  /** Maps paths below `catalog/` to texts. */
  readonly files: ReadonlyMap<string, string>;
  /** The models as the mapper describes them now. */
  readonly models: StoredModels;
  readonly report: string;
}

/** Generates everything in the catalogue except its pictures, from the stored definitions. */
export async function generateFiles(): Promise<Generated> {
  const { source, models: stored } = await readModels();
  const { exposes, ofModels } = await readExposes();
  const hash = createHash('sha256').update(JSON.stringify(contextTemplate));
  const offered = new Map<string, ChannelTemplate>();
  const report = createReport(source);
  const models = stored.map((each, position): StoredModel => {
    const own = (ofModels[position] ?? []).flatMap((number) => exposes[number] ?? []);
    const { vendor, model, description, others } = each;
    const definition: Definition = { vendor, model, description, features: fromExposes(own) };
    const template = templateOf(definition, source);
    hash.update(JSON.stringify(template));
    const described = describeModel(each, own);
    if (described.isOffered) offered.set(kebab(`${vendor} ${model}`), template);
    report.add(template, { unmapped: unmappedOf(definition), secrets: secretsIn(own) });
    return { vendor, model, description, others, ...described };
  });
  const text = report.render();
  const files = new Map([
    ['definitions/digest', `${hash.digest('base64url')}\n`],
    ['demo-home.json', json(demoHomeOf(offered))],
    ['report.md', text],
    ['LICENSE-NOTICE.md', licenseNotice(source)],
  ]);
  return { files, models: { source, models }, report: text };
}

type Value = DemoHome['devices'][number]['values'][number];

function valuesOf({ values = {} }: DemoDevice, template: ChannelTemplate): Value[] {
  return template.properties
    .filter((property) => property.isStateful)
    .flatMap((property) =>
      componentsWith(template.components, property).map(({ id: component }) => ({
        component,
        property: property.id,
        value: values[`${component}/${property.id}`] ?? values[property.id] ?? plausibleValue(property),
      })),
    );
}

/** @throws when a device uses a template that the catalogue does not have */
function demoHomeOf(templates: ReadonlyMap<string, ChannelTemplate>): DemoHome {
  const devices = demoDevices.map((device) => {
    const template = templates.get(device.template);
    if (!template) throw new Error(`the demo home wants an unknown template ${device.template}`);
    return {
      key: kebab(device.name),
      name: device.name,
      area: device.area,
      template: template.id,
      ...(device.tiles && { tiles: [...device.tiles] }),
      values: valuesOf(device, template),
    };
  });
  return { areas: [...new Set(devices.map(({ area }) => area))], devices };
}

const count = (counts: Map<string, number>, key: string): void => {
  counts.set(key, (counts.get(key) ?? 0) + 1);
};

/** What the template of a model leaves out, for want of a place or because it is a secret. */
type Without = { readonly unmapped: readonly Unmapped[]; readonly secrets: readonly string[] };

const orNothing = (lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? ['Nothing.'] : lines;

/** Creates the report of the catalogue: what it contains, and what no template has. */
function createReport({ name, version }: StoredModels['source']) {
  const kinds = new Map<string, number>();
  const vendors = new Map<string, number>();
  const withoutControl = new Map<string, number>();
  const unmapped: string[] = [];
  const secrets = new Map<string, number>();
  let models = 0;
  let properties = 0;

  return {
    add(template: ChannelTemplate, without: Without): void {
      models += 1;
      properties += template.properties.length;
      count(kinds, template.kind);
      count(vendors, template.vendor);
      for (const { id, io, controlInterfaces } of template.properties)
        if (io.includes('w') && controlInterfaces.length === 0) count(withoutControl, id);
      for (const feature of new Set(without.secrets)) count(secrets, feature);
      for (const { feature, reason } of without.unmapped)
        unmapped.push(`- ${template.vendor} ${template.model}: \`${feature}\`: ${reason}`);
    },

    /** Returns the report in Markdown. */
    render: (): string =>
      [
        '# Report of the catalogue',
        '',
        `${models} models of ${vendors.size} vendors with ${properties} properties, from ${name} ${version}.`,
        '',
        '| kind | models |',
        '|---|---|',
        ...inOrder(kinds).map(([kind, number]) => `| ${kind} | ${number} |`),
        '',
        '## Not mapped',
        '',
        ...orNothing(unmapped),
        '',
        '## Not mapped: secrets',
        '',
        ...orNothing(inOrder(secrets).map(([name, number]) => `- \`${name}\` of ${number} models`)),
        '',
        '## Mapped, but no control edits it',
        '',
        ...orNothing(inOrder(withoutControl).map(([id, number]) => `- \`${id}\` of ${number} models`)),
        '',
      ].join('\n'),
  };
}

const inOrder = (counts: ReadonlyMap<string, number>): [string, number][] =>
  [...counts].toSorted(([a], [b]) => a.localeCompare(b, 'en'));
