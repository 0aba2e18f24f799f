import type { TemplateDocument } from '@azulejo/contract';
import { t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { notify } from '../../../design/notify.ts';
import { usePortal } from '../../session/portal.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { forgetTemplates, versionsQuery } from './data/queries.ts';

/** Deletes a template, after naming what prevents it. */
export function DeleteTemplateDialog({
  document,
  onClose,
}: {
  document: TemplateDocument;
  onClose: () => void;
}) {
  const portal = usePortal();
  const { template, in_catalogue: inCatalogue } = document;
  const queries = useQueryClient();
  const navigate = useNavigate();
  const versions = useQuery(versionsQuery(portal, template.id));
  const channels = versions.data?.versions.reduce((sum, each) => sum + each.channels, 0) ?? 0;
  const remove = useMutation({
    mutationFn: () => portal.templates.remove({ template_id: template.id }),
    onSuccess: async () => {
      notify.done(t`${template.name} was deleted`);
      await navigate({ to: '/templates' });
      await forgetTemplates(queries);
    },
  });
  return (
    <ConfirmDialog
      title={t`Delete ${template.name}?`}
      verb={t`Delete`}
      isDangerous
      isReady={channels === 0 && !versions.isPending}
      action={remove}
      isOpen
      onClose={onClose}
    >
      {channels > 0 ? (
        <Text>
          <Plural
            value={channels}
            one="# device is made from it. You can delete it once there are none."
            other="# devices are made from it. You can delete it once there are none."
          />
        </Text>
      ) : (
        <Text>
          <Trans>All versions are deleted, and no one can add this kind of device any more.</Trans>
          {inCatalogue && ` ${t`Later releases of the catalogue do not restore it.`}`}
        </Text>
      )}
    </ConfirmDialog>
  );
}
