import type { PortalApplicationDetail } from '@azulejo/contract';
import { t } from '@lingui/core/macro';
import { usePortal } from '../../session/portal.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Consequences, disablingSentences } from './consequences.tsx';
import { useChange } from './data/use-change.ts';

type Props = { application: PortalApplicationDetail; isOpen: boolean; onClose: () => void };

export function DisableDialog({ application, isOpen, onClose }: Props) {
  const portal = usePortal();
  const disable = useChange(
    () => portal.applications.setState({ application_id: application.client_id, state: 'disabled' }),
    { done: t`${application.name} is disabled.`, onFailed: null },
  );
  return (
    <ConfirmDialog
      title={t`Disable ${application.name}?`}
      verb={t`Disable`}
      isDangerous
      action={disable}
      isOpen={isOpen}
      onClose={onClose}
    >
      <Consequences application={application} sentencesOf={disablingSentences} />
    </ConfirmDialog>
  );
}
