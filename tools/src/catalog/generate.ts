import { createHash } from 'node:crypto';
import {
  contextTemplate,
  readExposes,
  readModels,
  type StoredModel,
  type StoredModels,
} from '@azulejo/catalog';
import type { ChannelTemplate } from '@azulejo/contract';
import { type Definition, fromExposes, kebab, secretsIn, templateOf, unmappedOf } from '@azulejo/devices';
import { compactJson } from '../compact-json.ts';
import { demoHomeOf } from './demo-home.ts';
import { createReport } from './report.ts';
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
