import type { ChannelTemplate, portalResources } from '@azulejo/contract';
import type { Services } from '../../connections/services/index.ts';
import {
  completeNamed,
  findTemplateErrors,
  findTemplateWarnings,
  loadServed,
  readVocabulary,
  type TemplateEditor,
  type Templates,
  thumbnailUrls,
} from '../../devices/templates/index.ts';
import { storeImage, type Uploads } from '../../home/uploads/index.ts';
import { ApiError } from '../../platform/api-error.ts';
import { NO_STORE } from '../../platform/http/replies.ts';
import { createRateLimit } from '../../platform/rate-limits.ts';
import { actorOf, countCall, type PortalContext, type PortalHandlers } from '../portal-accounts/index.ts';
import type { TemplateUsage } from './read-models/template-usage.ts';
import type { TemplateMoves } from './template-moves.ts';

type Dependencies = {
  templates: Templates;
  templateUsage: TemplateUsage;
  templateEditor: TemplateEditor;
  templateMoves: TemplateMoves;
  services: Services;
  picture: (name: string) => string;
  uploads: Uploads;
  config: {
    readonly urls: { readonly base: string; readonly cdn: string; readonly uploader: string };
    readonly rateLimits: { readonly uploadsPerOwner: number };
  };
};

type Handled = PortalHandlers<typeof portalResources.templates>;

/**
 * Returns the owner of the template pictures that an account uploads. It is not the account itself, so that they survive
 * its removal. Each account has one of its own, so that no account uses up the quota of another.
 */
const pictureOwnerOf = (context: PortalContext): string =>
  `templates:${actorOf(context).actorId ?? 'operator'}`;

export function templateEditorHandlers(dependencies: Dependencies): Handled {
  const { templateUsage: usage, templateEditor: editor, templateMoves, services, config } = dependencies;
  const { base, cdn, uploader } = config.urls;
  const thumbnail = thumbnailUrls(cdn);
  const imageOrigins = [...new Set([base, cdn, uploader])];
  return {
    list: async () => ({ body: { templates: await usage.list() }, cacheControl: NO_STORE }),
    vocabulary: async () => ({ body: await readVocabulary({ ...dependencies, thumbnail, imageOrigins }) }),
    check: async ({ input }) => ({ body: await check(input.template) }),
    complete: async ({ input }) => ({ body: await completeNamed(input.template) }),
    get: async ({ input }) => ({ body: await usage.document(input.template_id, input.version) }),
    versions: async ({ input }) => ({ body: { versions: await usage.versions(input.template_id) } }),
    create: async ({ input, context }) => {
      const { id, version } = await editor.create(input.template, actorOf(context));
      return { body: await usage.document(id, version) };
    },
    save: async ({ input, context }) => {
      const { template_id: id, template, base_version: baseVersion } = input;
      const version = await editor.save(id, { template, baseVersion }, actorOf(context));
      return { body: await usage.document(id, version) };
    },
    remove: async ({ input, context }) => {
      const { template_id: id } = input;
      await refuseOffered(services, id);
      await editor.remove(id, actorOf(context));
      return { body: {} };
    },
    ...moveHandlers(templateMoves),
    uploadPicture: pictureHandler(dependencies),
  };
}

const moveHandlers = (moves: TemplateMoves): Pick<Handled, 'planMove' | 'move'> => ({
  planMove: async ({ input }) => ({ body: await moves.plan(input.template_id, input.from_version) }),
  move: async ({ input, context }) => {
    const { template_id: templateId, from_version: from, to_version: to } = input;
    return { body: await moves.step({ templateId, from, to }, actorOf(context)) };
  },
});

function pictureHandler({ uploads, config }: Dependencies): Handled['uploadPicture'] {
  const limit = createRateLimit('uploads', config.rateLimits.uploadsPerOwner);
  const uploaderUrl = config.urls.uploader;
  return async ({ request, context }) => {
    countCall(limit, context);
    const body = await storeImage(uploads, {
      body: request.body,
      ownerId: pictureOwnerOf(context),
      uploaderUrl,
    });
    return { body, cacheControl: NO_STORE };
  };
}

async function check(template: unknown) {
  const errors = findTemplateErrors(template, await loadServed());
  return { errors, warnings: errors.length > 0 ? [] : findTemplateWarnings(template as ChannelTemplate) };
}

/**
 * Refuses to delete a template that a service offers: known apps lose a whole screen to a bundle with a device that
 * cannot be added (android-app 2.8).
 */
async function refuseOffered(services: Services, id: string): Promise<void> {
  const offering = (await services.list()).find(({ service }) =>
    service.profiles.some((profile) => profile.id === id),
  );
  if (offering) throw new ApiError('in_use', { detail: `The service "${offering.service.id}" offers it.` });
}
