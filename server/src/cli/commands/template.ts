import type { ChannelTemplate } from '@azulejo/contract';
import type { Command } from 'commander';
import type { TemplateSummary, VersionedTemplate } from '../../devices/templates/index.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { Ports } from '../platform/ports.ts';
import { answering, onPorts } from '../run.ts';
import { list, record } from '../text.ts';

const HELP = `
A file contains one template or an array of templates. It needs a name, a vendor, a model and properties with a
label and a schema; docs/templates.md says what is filled in. A template that differs from the stored one becomes a
new version; devices keep the version with which they were created.

With a server on another machine, all templates are checked before the first is stored. They are then stored one
after another; if one fails, the import stops, and says which were stored before it.

Example:
  $ azulejo template import my-lamp.json`;

async function readFiles(files: readonly string[]): Promise<ChannelTemplate[]> {
  const { readTemplates } = await import('../read-templates.ts');
  return (await Promise.all(files.map(readTemplates))).flat();
}

export function addTemplate(program: Command): void {
  const group = program
    .command('template')
    .description('Channel templates, which describe the devices of a brand and model.');
  group
    .command('list')
    .description('List the newest version of every template.')
    .action(
      onPorts(async ({ templates }) => {
        const all = await templates.list();
        return { data: all, text: listTemplates(all, 'There are no templates.') };
      }),
    );
  group
    .command('import <file...>')
    .description('Import templates from JSON files: all of them, or none if one has an error.')
    .option('--manager <manager>', 'assign them to this manager, by client_id or namespace')
    .addHelpText('after', HELP)
    .action(
      onPorts(
        async (ports, files: string[], options: { manager?: string }) => {
          const definitions = await readFiles(files);
          if (options.manager !== undefined) await requireFree(ports, options.manager, definitions);
          const stored = await ports.templates.import(definitions);
          if (options.manager !== undefined)
            for (const { id } of definitions) await ports.templates.assign(id, options.manager);
          return {
            data: stored,
            text: listTemplates(stored, 'Nothing new: these templates are already stored.'),
          };
        },
        { mayCreate: true },
      ),
    );
  addFiles(group);
  addMakers(group);
}

/** Throws before anything is stored when another manager makes devices of one of the templates. */
async function requireFree(
  { managers }: Ports,
  managerId: string,
  definitions: readonly ChannelTemplate[],
): Promise<void> {
  const manager = await managers.get(managerId);
  const ids = new Set(definitions.map(({ id }) => id));
  for (const other of await managers.list()) {
    const taken = other.templates.find(({ id }) => ids.has(id));
    if (taken && other.id !== manager.id)
      throw new Refusal(
        `"${taken.name}" is assigned to ${other.name}: run \`azulejo template release\` first`,
      );
  }
}

function addFiles(group: Command): void {
  group
    .command('check <file...>')
    .description('Check template files without storing anything.')
    .addHelpText('after', '\nWith --json, shows the templates with everything that import would fill in.')
    .action(
      answering(async (_options, files: string[]) => {
        const templates = await readFiles(files);
        const lines = templates.map(({ vendor, model, properties, tiles }) =>
          [
            `${vendor} ${model} is valid: ${counted(properties.length, 'property', 'properties')}`,
            counted(tiles.length, 'tile', 'tiles'),
          ].join(', '),
        );
        return { data: templates, text: lines.join('\n') };
      }),
    );
  group
    .command('show <template>')
    .description('Show the newest version of a template.')
    .action(
      onPorts(async ({ templates }, id: string) => {
        const template = await templates.get(id);
        return { data: template, text: showTemplate(template) };
      }),
    );
  group
    .command('export <template>')
    .description('Print a template as JSON, in full, to change and import it.')
    .action(
      onPorts(async ({ templates }, id: string) => {
        const { version: _version, ...template } = await templates.get(id);
        return { data: template, text: JSON.stringify(template, null, 2) };
      }),
    );
}

function showTemplate({ id, version, name, vendor, model, kind, ...template }: VersionedTemplate): string {
  const properties = template.properties.map(({ id, label, schema, io, components }) => [
    id,
    label,
    schema,
    io,
    components.join(', '),
  ]);
  return [
    record(`${vendor} ${model}: ${name}`, {
      id,
      version: String(version),
      kind,
      components: template.components
        .map(({ id, type }) => (id === type ? id : `${id} (${type})`))
        .join('\n'),
      tiles: String(template.tiles.length),
    }),
    list(['PROPERTY', 'LABEL', 'SCHEMA', 'IO', 'OF'], properties, 'It has no properties.'),
  ].join('\n\n');
}

const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;

function addMakers(group: Command): void {
  group
    .command('assign <template> [manager]')
    .description('Let one manager create devices of a template. Users are asked before it adds any.')
    .option('--manager <manager>', 'the manager, by client_id or namespace, if it is not an argument')
    .action(
      onPorts(async ({ templates }, id: string, given: string | undefined, options: { manager?: string }) => {
        const managerId = given ?? options.manager;
        if (managerId === undefined || (given !== undefined && options.manager !== undefined))
          throw new Refusal('name one manager: `azulejo template assign TEMPLATE --manager MANAGER`');
        const { template, manager } = await templates.assign(id, managerId);
        return {
          data: { template: template.id, manager: manager.id },
          text: `${manager.name} makes ${template.vendor} ${template.model}.`,
        };
      }),
    );
  group
    .command('release <template>')
    .description('Unassign a template from its manager. Its devices stay.')
    .action(
      onPorts(async ({ templates }, id: string) => {
        await templates.release(id);
        return { data: { template: id }, text: `The template ${id} is no longer assigned to a manager.` };
      }),
    );
}

function listTemplates(templates: readonly TemplateSummary[], none: string): string {
  const rows = templates.map(({ vendor, model, name, kind, version, id }) => [
    vendor,
    model,
    name,
    kind,
    version,
    id,
  ]);
  return list(['VENDOR', 'MODEL', 'NAME', 'KIND', 'VERSION', 'ID'], rows, none);
}
