export { loadCatalogueIds } from './catalogue-ids.ts';
export { checkTemplate, findTemplateErrors } from './check-template.ts';
export { type Author, createTemplateEditor, requireNewest, type TemplateEditor } from './editor.ts';
export { findTemplateWarnings } from './find-warnings.ts';
export { pictureUrls, registerPictures, thumbnailUrls } from './pictures.ts';
export { loadServed } from './served.ts';
export { byMaker } from './stored-versions.ts';
export {
  createTemplates,
  type TemplateSummary,
  type Templates,
  type VersionedTemplate,
} from './templates.ts';
export { loadValueSchemas, schemaHandlers, type ValueSchemas } from './value-schemas.ts';
export { readVocabulary } from './vocabulary.ts';
