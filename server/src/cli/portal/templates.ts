import type { ChannelTemplate } from '@azulejo/contract';
import { explain } from '../../app/doctor/failure.ts';
import type { TemplateSummary, VersionedTemplate } from '../../devices/templates/index.ts';
import { ApiError } from '../../platform/api-error.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { Portal } from './client.ts';

/** Checks all templates, then stores one after another, and stops at the first that is refused. */
export async function importTemplates(
  portal: Portal,
  definitions: readonly ChannelTemplate[],
): Promise<TemplateSummary[]> {
  for (const template of definitions) {
    const { errors } = await portal.templates.check({ template });
    if (errors.length > 0) throw new Refusal(`${nameOf(template)} is not valid: ${textOf(errors)}`);
  }
  const stored: TemplateSummary[] = [];
  for (const template of definitions) {
    try {
      const saved = await store(portal, template);
      if (saved) stored.push(saved);
    } catch (error) {
      if (definitions.length === 1) throw error;
      const before = stored.length === 0 ? 'none' : stored.map(nameOf).join(', ');
      throw new Refusal(
        `${nameOf(template)} was not stored: ${explain(error).message} The import stopped there. Stored before it: ${before}.`,
        { cause: error },
      );
    }
  }
  return stored;
}

/** Assigns stored templates to a manager, one after another, and stops at the first that is refused. */
export async function assignTemplates(
  portal: Portal,
  application_id: string,
  definitions: readonly ChannelTemplate[],
): Promise<void> {
  for (const [index, template] of definitions.entries()) {
    try {
      await portal.applications.assignTemplate({ application_id, template_id: template.id });
    } catch (error) {
      throw new Refusal(
        `All templates are stored, ${index} of ${definitions.length} are assigned. ` +
          `${nameOf(template)} was not assigned: ${explain(error).message}`,
        { cause: error },
      );
    }
  }
}

/** Stores a template as a new version. Returns undefined if the newest version is the same. */
async function store({ templates }: Portal, template: ChannelTemplate): Promise<TemplateSummary | undefined> {
  const base_version = await versionOf(templates, template.id);
  const saved =
    base_version === 0
      ? await templates.create({ template })
      : await templates.save({ template_id: template.id, template, base_version });
  const { version } = saved;
  return version > base_version ? toSummary({ ...saved.template, version }) : undefined;
}

/** Returns the newest version; 0 when there is no such template. */
async function versionOf(templates: Portal['templates'], template_id: string): Promise<number> {
  try {
    return (await templates.get({ template_id })).newest_version;
  } catch (error) {
    if (error instanceof ApiError && error.kind === 'not_found') return 0;
    throw error;
  }
}

const nameOf = ({ vendor, model }: Pick<ChannelTemplate, 'vendor' | 'model'>): string => `${vendor} ${model}`;

const textOf = (errors: readonly { field: string; reason: string }[]): string =>
  errors.map(({ field, reason }) => `${field} ${reason}`).join('; ');

const toSummary = ({ id, version, name, vendor, model, kind }: VersionedTemplate): TemplateSummary => ({
  id,
  version,
  name,
  vendor,
  model,
  kind,
});
