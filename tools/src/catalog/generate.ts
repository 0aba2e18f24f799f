import { compactJson } from '../compact-json.ts';
import { chosenModels } from './chosen-models.ts';
import { demoHomeOf } from './demo-home.ts';
import { readDefinition, sourceLicense, sourcePackage } from './read-definitions.ts';
import { reportOf } from './report.ts';
import { templateOf } from './template.ts';
import { kebab } from './words.ts';

/** The properties of a template are at depth 2, so that each of their members takes one line. */
const MAX_DEPTH = 3;
const json = (value: unknown): string => `${compactJson(value, MAX_DEPTH)}\n`;

function licenseNotice(): string {
  return [
    '# Where the templates come from',
    '',
    `The files in \`templates/\` are generated from the device definitions of the npm package`,
    `[${sourcePackage.name}](https://github.com/Koenkk/zigbee-herdsman-converters) ${sourcePackage.version},`,
    'published under the MIT licence below. Each template names its source model in `source`. The pictures,',
    'other schemas and texts are Azulejo’s own.',
    '',
    sourceLicense.trim(),
    '',
  ].join('\n');
}

/**
 * Generates everything in the catalogue except its pictures.
 * @returns contents by path below `catalog/`, and a readable report
 */
export function generateFiles(): { files: Map<string, string>; report: string } {
  const made = Object.entries(chosenModels).flatMap(([vendorModule, models]) =>
    models.map((model) => templateOf(readDefinition(vendorModule, model))),
  );
  const templates = made.map(({ template }) => template);
  const report = reportOf(
    templates,
    made.flatMap(({ unmapped }) => unmapped),
  );
  const byKey = new Map(
    templates.map((template) => [kebab(`${template.vendor} ${template.model}`), template]),
  );
  const files = new Map([
    ...[...byKey].map(([key, template]) => [`templates/${key}.json`, json(template)] as const),
    ['demo-home.json', json(demoHomeOf(byKey))] as const,
    ['report.md', report] as const,
    ['LICENSE-NOTICE.md', licenseNotice()] as const,
  ]);
  return { files, report };
}
