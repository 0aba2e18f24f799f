import type { Command } from 'commander';
import type { TemplateSummary } from '../../devices/templates/index.ts';
import { readTemplates } from '../read-templates.ts';
import { onCatalogue, onPlatform } from '../run.ts';
import { list } from '../text.ts';

const HELP = `
A file contains one template or an array of templates. A template that differs from the stored one becomes a
new version; devices keep the version with which they were created.

Example:
  $ azulejo template import my-lamp.json`;

export function addTemplate(program: Command): void {
  const group = program
    .command('template')
    .description('Channel templates, which describe the devices of a brand and model.');
  group
    .command('list')
    .description('List the newest version of every template.')
    .action(
      onCatalogue(async ({ features }) => {
        const templates = await features.templates.list();
        return { data: templates, text: listTemplates(templates, 'There are no templates.') };
      }),
    );
  group
    .command('import <file...>')
    .description('Import templates from JSON files: all of them, or none if one has an error.')
    .addHelpText('after', HELP)
    .action(
      onPlatform(async ({ features }, files: string[]) => {
        const definitions = await Promise.all(files.map(readTemplates));
        const stored = await features.templates.import(definitions.flat(), { areTrusted: false });
        return {
          data: stored,
          text: listTemplates(stored, 'Nothing new: these templates are already stored.'),
        };
      }),
    );
  addMakers(group);
}

function addMakers(group: Command): void {
  group
    .command('assign <template> <manager>')
    .description('Let one manager create devices of a template. Users are asked before it adds any.')
    .action(
      onCatalogue(async ({ features }, id: string, managerId: string) => {
        const { template, manager } = await features.makers.assign(id, managerId);
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
      onPlatform(async ({ features }, id: string) => {
        await features.makers.release(id);
        return { data: { template: id }, text: `The template ${id} no longer has a maker.` };
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
