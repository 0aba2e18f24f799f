import { resources } from '@azulejo/contract';
import type { Audit } from '../../core/audit/index.ts';
import type { Feature, Platform } from '../../core/feature.ts';
import { createTemplateEditor } from './editor.ts';
import { pictureUrls, registerPictures } from './pictures.ts';
import { createTemplates } from './templates.ts';
import { loadValueSchemas, schemaHandlers } from './value-schemas.ts';

type Needs = Platform & { audit: Audit };

/** Templates of channels, the schemas of their values, and their pictures. */
export async function templatesFeature({ config, db, clock, audit }: Needs) {
  const schemas = await loadValueSchemas(config.urls.ontology);
  const templates = createTemplates({ db, clock });
  return {
    api: {
      schemas,
      picture: pictureUrls(config.urls.cdn),
      templates,
      templateEditor: createTemplateEditor({ db, clock, audit, templates }),
    },
    async routes({ app, serve }) {
      serve(resources.schemas, schemaHandlers(schemas));
      await registerPictures(app);
    },
  } satisfies Feature;
}
