import { notifications } from '@mantine/notifications';

/** Of one template, as the platform takes it. */
const MAX_FILE_BYTES = 300 * 1024;

/** The text of a chosen file; undefined, and said so, where it is more than a template can be. */
export async function readTemplateFile(file: File): Promise<string | undefined> {
  if (file.size <= MAX_FILE_BYTES) return file.text();
  notifications.show({ message: `${file.name} is larger than a template can be, 300 KB.`, color: 'red' });
  return undefined;
}
