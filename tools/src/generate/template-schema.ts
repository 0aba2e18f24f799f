import { TemplateFile } from '@azulejo/contract';
import { compactJson } from '../compact-json.ts';

/** Returns `docs/template.schema.json`: the JSON Schema of template files. */
export const renderTemplateSchema = (): string =>
  `${compactJson({ $schema: 'https://json-schema.org/draft/2020-12/schema', ...TemplateFile })}\n`;
