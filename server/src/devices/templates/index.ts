export { unknownTemplate } from './adopt-template.ts';
export { loadCatalogueIds } from './catalogue-ids.ts';
export { checkTemplate, findTemplateErrors } from './check-template.ts';
export { completeNamed } from './complete-named.ts';
export { completeTemplate } from './complete-template.ts';
export { requireNewest, type TemplateEditor } from './editor.ts';
export { templatesFeature } from './feature.ts';
export { findTemplateWarnings } from './find-warnings.ts';
export type { OfferedTemplate } from './lists.ts';
export { readManagerTemplate, storeManagerTemplate } from './manager-templates.ts';
export { thumbnailUrls } from './pictures.ts';
export { requireProperty, unknownProperty } from './require-property.ts';
export { loadServed } from './served.ts';
export { byMaker, type TemplateSummary, type VersionedTemplate } from './stored-versions.ts';
export {
  createTemplates,
  type Templates,
} from './templates.ts';
export type { ValueSchemas } from './value-schemas.ts';
export { readVocabulary } from './vocabulary.ts';
