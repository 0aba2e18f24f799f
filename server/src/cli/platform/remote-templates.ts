import { type ChannelTemplate, portalResources } from '@azulejo/contract';
import { explain } from '../../app/doctor/failure.ts';
import type { TemplateSummary, VersionedTemplate } from '../../devices/templates/index.ts';
import { ApiError } from '../../platform/api-error.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { Call } from '../remote/client.ts';
import type { TemplatePort } from './ports.ts';
import { allApplications, applicationId } from './remote-applications.ts';

const { applications, templates } = portalResources;

/** Manages the templates of a remote server. */
export function remoteTemplates(call: Call): TemplatePort {
  return {
    list: async () => (await call(templates.list, {})).templates.map(toSummary),
    get: (id) => newestTemplate(call, id),
    import: (definitions) => importAll(call, definitions),
    async assign(template_id, manager) {
      const template = await newestTemplate(call, template_id);
      const application_id = await applicationId(call, manager);
      const input = { application_id, template_id };
      const { client_id: id, name } = await call(applications.assignTemplate, input);
      return { template, manager: { id, name } };
    },
    async release(template_id) {
      await newestTemplate(call, template_id);
      const managers = await allApplications(call, 'manager');
      const maker = managers.find(({ templates: made }) => made.some(({ id }) => id === template_id));
      if (maker) await call(applications.releaseTemplate, { application_id: maker.client_id, template_id });
    },
  };
}

/** Returns the newest version of a template, of which devices are created. */
export async function newestTemplate(call: Call, template_id: string): Promise<VersionedTemplate> {
  const { template, version } = await call(templates.get, { template_id });
  return { ...template, version };
}

/** Checks all templates, then stores one after another, and stops at the first that the server refuses. */
async function importAll(call: Call, definitions: readonly ChannelTemplate[]): Promise<TemplateSummary[]> {
  for (const template of definitions) {
    const { errors } = await call(templates.check, { template });
    if (errors.length > 0) throw new Refusal(`${nameOf(template)} is not valid: ${textOf(errors)}`);
  }
  const stored: TemplateSummary[] = [];
  for (const template of definitions) {
    try {
      const saved = await store(call, template);
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

/** Stores a template as a new version. Returns undefined if the newest version is the same. */
async function store(call: Call, template: ChannelTemplate): Promise<TemplateSummary | undefined> {
  const { id: template_id } = template;
  const base_version = await versionOf(call, template_id);
  const saved =
    base_version === 0
      ? await call(templates.create, { template })
      : await call(templates.save, { template_id, template, base_version });
  const { version } = saved;
  return version > base_version ? toSummary({ ...saved.template, version }) : undefined;
}

/** Returns the newest version; 0 when the server does not have the template. */
async function versionOf(call: Call, template_id: string): Promise<number> {
  try {
    return (await call(templates.get, { template_id })).newest_version;
  } catch (error) {
    if (error instanceof ApiError && error.kind === 'not_found') return 0;
    throw error;
  }
}

const nameOf = ({ vendor, model }: Pick<ChannelTemplate, 'vendor' | 'model'>): string => `${vendor} ${model}`;

const textOf = (errors: readonly { field: string; reason: string }[]): string =>
  errors.map(({ field, reason }) => `${field} ${reason}`).join('; ');

const toSummary = ({ id, version, name, vendor, model, kind }: TemplateSummary): TemplateSummary => ({
  id,
  version,
  name,
  vendor,
  model,
  kind,
});
