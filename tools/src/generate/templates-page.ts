import { loadSchemas } from '@azulejo/catalog';
import {
  ChannelTemplate,
  Component,
  exampleTemplateFile,
  TemplateProperty,
  TemplateTile,
} from '@azulejo/contract';

type Members = { readonly properties: Readonly<Record<string, object>> };

/** What is filled in where a member is left out, by the path of the member. */
const defaults: Readonly<Record<string, string>> = {
  id: 'follows from `vendor` and `model`',
  name: 'required',
  vendor: 'required',
  model: 'required',
  kind: '`device`',
  content: '`Device`',
  categories: 'none',
  picture: 'the picture of the kind, such as `plug.png`',
  tilePicture: 'the same',
  interface: 'the platform’s own device page',
  components: 'one, of the type of the kind',
  properties: 'required',
  tiles: 'a switch for the first `on-off` or `boolean` that can be written, and the values reported',
  source: 'none',
  'components.id': 'required',
  'components.type': 'the `id`',
  'components.label': 'the `id`',
  'components.classes': 'none',
  'properties.id': 'follows from `label`: `Set point` becomes `set-point`',
  'properties.label': 'required',
  'properties.agentLabel': 'the `label` in lower case',
  'properties.schema': 'required',
  'properties.io': '`rs`: read, and notified of changes',
  'properties.components': 'all types of components',
  'properties.classes': 'none',
  'properties.controlInterfaces': 'follows from `schema`: a switch, slider, number, choice, text or colour',
  'properties.isActionable': 'whether it can be written',
  'properties.isStateful': 'whether it is reported',
  'properties.isTriggerable': 'whether it is reported',
  'properties.mainActionPriority': 'its place in the file, for a switch that can be written; else 0',
  'properties.mainInformationPriority': 'its place in the file, for a value that is reported; else 0',
  'properties.onChange': '`true`',
  'properties.rateLimit': '0',
  'properties.requiredCapabilities': 'none',
  'properties.schemaExtension': 'none',
  'properties.unitsOptions': 'follows from `schema`: `temperature` is in degrees Celsius',
  'properties.triggers': 'follows from `label` and `schema`',
  'properties.states': 'the same',
  'properties.actions': 'the same',
  'tiles.label': 'none',
  'tiles.components': 'required',
  'tiles.information': 'required',
  'tiles.actions': 'required',
  'tiles.isGroupable': 'required',
};

/** Returns `docs/templates.md`: how a template file is written, checked and imported. */
export async function renderTemplatesPage(): Promise<string> {
  const schemas = Object.entries(await loadSchemas());
  return `# Channel templates

Generated from the contract by \`npm run generate\`.

A template describes a kind of device: what it measures, what it can do, and how it is drawn. This file is a plug with one switch:

\`\`\`json
${JSON.stringify(exampleTemplateFile, null, 2)}
\`\`\`

The other members are filled in when the file is imported. Members of the file itself are kept.

| command | what it does |
|---|---|
| \`azulejo template check plug.json\` | reports the errors of a file; with \`--json\`, it shows what would be imported |
| \`azulejo template import plug.json\` | stores the template; a changed file becomes a new version, and devices keep the version that they have |
| \`azulejo template show ID\` | shows a template |
| \`azulejo template export ID\` | prints a template in full, as JSON that can be imported |
| \`azulejo device create --template ID …\` | creates a device from it |

Editors check and complete the file with [template.schema.json](template.schema.json): \`"$schema": "template.schema.json"\`. **Portal → Templates** edits templates, and its *Import* fills in the same members and lists them.

## Template
${table(ChannelTemplate, '')}

## Components
A component is a part of the device, such as one of two sockets.

${table(Component, 'components.')}

## Properties
A property is a value of a component. \`io\` says how it is used: \`r\` it can be read, \`w\` written, \`s\` apps are notified of changes.

${table(TemplateProperty, 'properties.')}

## Tiles
${table(TemplateTile, 'tiles.')}

## Schemas
| schema | type | values |
|---|---|---|
${schemas.map(([name, schema]) => `| \`${name}\` | ${typeOf(schema)} | ${cell(schema['description'])} |`).join('\n')}
`;
}

const table = ({ properties }: Members, path: string): string =>
  [
    '| member | default | |',
    '|---|---|---|',
    ...Object.entries(properties).map(([name, schema]) => {
      const { description = '' } = schema as { description?: string };
      const fallback = defaults[path + name];
      if (fallback === undefined) throw new Error(`The page says no default of ${path}${name}.`);
      return `| \`${name}\` | ${fallback} | ${cell(description)} |`;
    }),
  ].join('\n');

const typeOf = (schema: Readonly<Record<string, unknown>>): string =>
  typeof schema['type'] === 'string' ? schema['type'] : 'several';

const cell = (text: unknown): string => String(text ?? '').replaceAll('|', '\\|');
