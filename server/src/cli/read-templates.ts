import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { picturesFolder } from '@azulejo/catalog';
import type { ChannelTemplate } from '@azulejo/contract';
import { checkTemplate, type ValueSchemas } from '../features/templates/index.ts';
import { explain, Refusal } from './failure.ts';

/** The templates of a JSON file: one, or an array. Refuses with the name of the file and what is wrong in it. */
export async function readTemplates(file: string, schemas: ValueSchemas): Promise<ChannelTemplate[]> {
  if (!existsSync(file)) throw new Refusal(`there is no file ${file}`);
  try {
    const content: unknown = JSON.parse(await readFile(file, 'utf8'));
    return [content].flat().map((definition) => {
      checkTemplate(definition);
      checkServed(definition, schemas);
      return definition;
    });
  } catch (error) {
    throw new Refusal(`${file}: ${explain(error).message}`, { cause: error });
  }
}

/** Clients fetch every schema and picture that a template names, so that each must be one the platform serves. */
function checkServed(template: ChannelTemplate, schemas: ValueSchemas): void {
  for (const { id, schema } of template.properties) {
    if (!schemas.find(schema)) throw new Refusal(`properties.${id}.schema names no schema: ${schema}`);
  }
  for (const picture of [template.picture, template.tilePicture]) {
    const isServed = /^https?:\/\//.test(picture) || existsSync(join(picturesFolder, picture));
    if (!isServed) throw new Refusal(`there is no picture ${picture}, and it is no URL`);
  }
}
