import type { TemplateDocument } from '@azulejo/contract';
import { Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { notify } from '../../design/notify.ts';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { portal } from '../portal.ts';
import { forgetTemplates, versionsQuery } from './queries.ts';

/** Deletes a template, after naming what prevents it. */
export function DeleteTemplateDialog({
  document,
  onClose,
}: {
  document: TemplateDocument;
  onClose: () => void;
}) {
  const { template, in_catalogue: inCatalogue } = document;
  const queries = useQueryClient();
  const navigate = useNavigate();
  const versions = useQuery(versionsQuery(template.id));
  const channels = versions.data?.versions.reduce((sum, each) => sum + each.channels, 0) ?? 0;
  const remove = useMutation({
    mutationFn: () => portal.templates.remove({ template_id: template.id }),
    onSuccess: async () => {
      notify.done(`${template.name} was deleted`);
      await navigate({ to: '/templates' });
      await forgetTemplates(queries);
    },
  });
  return (
    <ConfirmDialog
      title={`Delete ${template.name}?`}
      verb="Delete"
      isDangerous
      isReady={channels === 0 && !versions.isPending}
      action={remove}
      isOpen
      onClose={onClose}
    >
      {channels > 0 ? (
        <Text>
          {channels === 1 ? '1 device is' : `${channels.toLocaleString()} devices are`} made from it. It can
          be deleted once there is none.
        </Text>
      ) : (
        <Text>
          All its versions go, and nobody can add such a device any more.
          {inCatalogue && ' The catalogue of a later release does not bring it back.'}
        </Text>
      )}
    </ConfirmDialog>
  );
}
