export { checkTemplate } from './check-template.ts';
export { pictureUrls, registerPictures } from './pictures.ts';
export {
  createTemplates,
  type TemplateSummary,
  type Templates,
  type VersionedTemplate,
} from './templates.ts';
export { loadValueSchemas, schemaHandlers, type ValueSchemas } from './value-schemas.ts';
