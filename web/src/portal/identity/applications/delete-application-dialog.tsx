import type { PortalApplicationDetail } from '@azulejo/contract';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { notify } from '../../../design/notify.ts';
import { usePortal } from '../../session/portal.ts';
import { DeleteDialog } from '../../ui/delete-dialog.tsx';
import { Consequences, deletionSentences } from './consequences.tsx';
import { APPLICATIONS, applicationQuery } from './data/queries.ts';

type Props = { application: PortalApplicationDetail; isOpen: boolean; onClose: () => void };

export function DeleteApplicationDialog({ application, isOpen, onClose }: Props) {
  const portal = usePortal();
  const { name, client_id: id } = application;
  const queries = useQueryClient();
  const navigate = useNavigate();
  const remove = useMutation({
    mutationFn: (typed: string) => portal.applications.remove({ application_id: id, name: typed }),
    onSuccess: async () => {
      await navigate({ to: '/applications' });
      queries.removeQueries({ queryKey: applicationQuery(portal, id).queryKey });
      await queries.invalidateQueries({ queryKey: APPLICATIONS });
      notify.done(t`${name} is deleted.`);
    },
  });
  return (
    <DeleteDialog
      title={t`Delete ${name}?`}
      label={t`Type ${name} to delete it`}
      isConfirmed={(typed) => typed === name}
      action={remove}
      isOpen={isOpen}
      onClose={onClose}
    >
      <Consequences application={application} sentencesOf={deletionSentences} />
      <Text size="sm">
        <Trans>This cannot be undone. Its audit log entries stay.</Trans>
      </Text>
    </DeleteDialog>
  );
}
