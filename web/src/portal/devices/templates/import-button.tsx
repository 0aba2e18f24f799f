import type { ChannelTemplate } from '@azulejo/contract';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, FileButton } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { notify } from '../../../design/notify.ts';
import { IconUpload } from '../../../design/page-icons.generated.ts';
import { usePortal } from '../../session/portal.ts';
import { keepImported, listQuery } from './data/queries.ts';
import { missingIn } from './draft/workable.ts';
import { readTemplateFile } from './read-file.ts';

/**
 * Opens a template from a file in the editor: as a change of the one with its id, or as a new one. The platform
 * fills in what a short file leaves out.
 */
export function ImportButton() {
  const portal = usePortal();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const open = useMutation({
    mutationFn: async (file: File) => {
      const text = await readTemplateFile(file);
      if (text === undefined) return;
      const { template: read, completed } = await portal.templates.complete({ template: parse(text) });
      const missing = missingIn(read);
      if (missing !== undefined) {
        notify.refused(t`${file.name} is not a channel template: ${missing}.`);
        return;
      }
      const template = read as ChannelTemplate;
      keepImported(queries, { fileName: file.name, template, completed });
      // A file may be chosen before the list is loaded.
      const list = await queries.ensureQueryData(listQuery(portal)).catch(() => undefined);
      const exists = list?.templates.some(({ id }) => id === template.id) ?? false;
      await navigate({
        to: '/templates/$templateId',
        params: { templateId: exists ? template.id : 'new' },
        search: { from: 'file' },
      });
    },
    onError: notify.failed,
  });
  return (
    <FileButton
      accept="application/json,.json"
      onChange={(file) => file && open.mutate(file)}
      inputProps={{ 'aria-label': t`Import a template` }}
    >
      {(props) => (
        <Button
          {...props}
          variant="default"
          loading={open.isPending}
          leftSection={<IconUpload size={18} stroke={1.6} />}
        >
          <Trans>Import</Trans>
        </Button>
      )}
    </FileButton>
  );
}

/** Returns null for what is not JSON, which is then refused as a template. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
