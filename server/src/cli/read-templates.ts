import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { ChannelTemplate } from '@azulejo/contract';
import { explain } from '../app/doctor/failure.ts';
import { checkTemplate, completeTemplate, loadServed } from '../devices/templates/index.ts';
import { ApiError } from '../platform/api-error.ts';
import { Refusal } from '../platform/refusal.ts';

/**
 * Reads the templates of a JSON file: one, or an array. Fills in missing members. Throws a Refusal with the name of
 * the file and the error in it.
 */
export async function readTemplates(file: string): Promise<ChannelTemplate[]> {
  if (!existsSync(file)) throw new Refusal(`file not found: ${file}`);
  try {
    const content: unknown = JSON.parse(await readFile(file, 'utf8'));
    const served = await loadServed();
    return [content].flat().map((given: unknown) => {
      const definition = completeTemplate(given, served);
      checkTemplate(definition, served);
      return definition;
    });
  } catch (error) {
    throw new Refusal(`${file}: ${reasonOf(error)}`, { cause: error });
  }
}

/** Names the members of the file, because they are not options of the command. */
function reasonOf(error: unknown): string {
  if (!(error instanceof ApiError) || error.fields.length === 0) return explain(error).message;
  return error.fields.map(({ field, reason }) => `${field} ${reason}`).join('; ');
}
