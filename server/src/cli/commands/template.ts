import type { ChannelTemplate } from '@azulejo/contract';
import type { Command } from 'commander';
import type { TemplateSummary, VersionedTemplate } from '../../devices/templates/index.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { Portal } from '../portal/client.ts';
import { allApplications, applicationId, findManager } from '../portal/find.ts';
import { answering, onPortal } from '../run.ts';
import { list, record } from '../text.ts';

const HELP = `
A file contains one template or an array of templates. It needs a name, a vendor, a model and properties with a
label and a schema; the server describes the rest at /docs/guides/templates. A template that differs from the stored
one becomes a new version; devices keep the version with which they were created.

All templates are checked before the first is stored. They are then stored one after another; if one fails, the import
stops, and says which were stored before it.

Example:
  $ azulejo template import my-lamp.json`;

/** The catalogue's templates are found before the first start of the server, too. */
const WITH_CATALOGUE = { needsCatalogue: true };

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
      onPortal(async ({ portal }) => {
        const { templates } = await portal.templates.list();
        const all = templates.map(toSummary);
        return { data: all, text: listTemplates(all, 'There are no templates.') };
      }, WITH_CATALOGUE),
    );
  group
    .command('import <file...>')
    .description('Import templates from JSON files. All are checked before the first is stored.')
    .option('--manager <manager>', 'assign them to this manager, by client_id or namespace')
    .addHelpText('after', HELP)
    .action(
      onPortal(
        async ({ portal }, files: string[], { manager }: { manager?: string }) => {
          const definitions = await readFiles(files);
          const application_id = manager && (await requireFree(portal, manager, definitions));
          const { assignTemplates, importTemplates } = await import('../portal/templates.ts');
          const stored = await importTemplates(portal, definitions);
          if (application_id) await assignTemplates(portal, application_id, definitions);
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

/**
 * Returns the `client_id` of a manager. Throws before anything is stored when another manager makes devices of one of
 * the templates.
 */
async function requireFree(
  portal: Portal,
  manager: string,
  definitions: readonly ChannelTemplate[],
): Promise<string> {
  const { client_id } = await findManager(portal, manager);
  const ids = new Set(definitions.map(({ id }) => id));
  for (const other of await allApplications(portal, 'manager')) {
    const taken = other.templates.find(({ id }) => ids.has(id));
    if (taken && other.client_id !== client_id)
      throw new Refusal(
        `"${taken.name}" is assigned to ${other.name}: run \`azulejo template release\` first`,
      );
  }
  return client_id;
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
      onPortal(async ({ portal }, id: string) => {
        const { template, version } = await portal.templates.get({ template_id: id });
        const shown = { ...template, version };
        return { data: shown, text: showTemplate(shown) };
      }, WITH_CATALOGUE),
    );
  group
    .command('export <template>')
    .description('Print a template as JSON, in full, to change and import it.')
    .action(
      onPortal(async ({ portal }, id: string) => {
        const { template } = await portal.templates.get({ template_id: id });
        return { data: template, text: JSON.stringify(template, null, 2) };
      }, WITH_CATALOGUE),
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
      onPortal(async ({ portal }, id: string, given: string | undefined, options: { manager?: string }) => {
        const named = given ?? options.manager;
        if (named === undefined || (given !== undefined && options.manager !== undefined))
          throw new Refusal('name one manager: `azulejo template assign TEMPLATE --manager MANAGER`');
        const { template } = await portal.templates.get({ template_id: id });
        const application_id = await applicationId(portal, named);
        const input = { application_id, template_id: id };
        const { client_id, name } = await portal.applications.assignTemplate(input);
        return {
          data: { template: template.id, manager: client_id },
          text: `${name} makes ${template.vendor} ${template.model}.`,
        };
      }, WITH_CATALOGUE),
    );
  group
    .command('release <template>')
    .description('Unassign a template from its manager. Its devices stay.')
    .action(
      onPortal(async ({ portal }, id: string) => {
        await portal.templates.get({ template_id: id });
        const managers = await allApplications(portal, 'manager');
        const maker = managers.find(({ templates }) => templates.some((template) => template.id === id));
        if (maker)
          await portal.applications.releaseTemplate({ application_id: maker.client_id, template_id: id });
        return { data: { template: id }, text: `The template ${id} is no longer assigned to a manager.` };
      }),
    );
}

const toSummary = ({ id, version, name, vendor, model, kind }: TemplateSummary): TemplateSummary => ({
  id,
  version,
  name,
  vendor,
  model,
  kind,
});

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
