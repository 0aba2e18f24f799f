import type { ChannelTemplate } from '@azulejo/contract';
import { Button, FileButton } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { IconUpload } from '../../design/icons.generated.ts';
import { usePortal } from '../session/portal.ts';
import { keepImported, listQuery } from './data/queries.ts';
import { missingIn } from './draft/workable.ts';
import { readTemplateFile } from './read-file.ts';

/** Opens a template from a file in the editor: as a change of the one with its id, or as a new one. */
export function ImportButton() {
  const portal = usePortal();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const open = async (file: File | null) => {
    const text = file && (await readTemplateFile(file));
    if (text === null || text === undefined) return;
    const read = parse(text);
    const missing = missingIn(read);
    if (missing !== undefined) {
      notifications.show({ message: `${file?.name} is not a channel template: ${missing}.`, color: 'red' });
      return;
    }
    const template = withId(read as ChannelTemplate);
    if (template !== read)
      notifications.show({ message: `${file?.name} has no "id". A new one was created for it.` });
    keepImported(queries, template);
    // A file may be chosen before the list is loaded.
    const list = await queries.ensureQueryData(listQuery(portal)).catch(() => undefined);
    const exists = list?.templates.some(({ id }) => id === template.id) ?? false;
    await navigate({
      to: '/templates/$templateId',
      params: { templateId: exists ? template.id : 'new' },
      search: { from: 'file' },
    });
  };
  return (
    <FileButton
      accept="application/json,.json"
      onChange={open}
      inputProps={{ 'aria-label': 'Import a template' }}
    >
      {(props) => (
        <Button {...props} variant="default" leftSection={<IconUpload size={18} stroke={1.6} />}>
          Import
        </Button>
      )}
    </FileButton>
  );
}

/**
 * Adds a missing id: templates written by hand often have none, and without one they can be neither validated
 * nor saved.
 */
const withId = (template: ChannelTemplate): ChannelTemplate =>
  typeof template.id === 'string' && template.id !== '' ? template : { ...template, id: crypto.randomUUID() };

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
