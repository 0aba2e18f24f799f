import { MAX_TEMPLATE_BYTES } from '@azulejo/contract/limits';
import { t } from '@lingui/core/macro';
import { notify } from '../../../design/notify.ts';

/** Returns the text of a chosen file. Shows an error and returns undefined if it is too large. */
export async function readTemplateFile(file: File): Promise<string | undefined> {
  if (file.size <= MAX_TEMPLATE_BYTES) return file.text();
  notify.refused(t`${file.name} is larger than 300 KB, the maximum size of a template.`);
  return undefined;
}
