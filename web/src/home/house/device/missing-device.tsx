import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { EmptyState } from '../../../design/states.tsx';
import { useWayBack } from '../../devices/tiles/way-back.ts';
import { usePageTitle } from '../../kit/ui/page-title.ts';

/** Shown for an unknown device. The platform does not reveal whether it exists for someone else. */
export function MissingDevice() {
  usePageTitle(t`Device not found`);
  const wayBack = useWayBack();
  return (
    <EmptyState
      isPage
      title={t`This device is not in your home`}
      action={
        <Button renderRoot={(props) => <Link {...wayBack} {...props} />}>
          <Trans>Back to home</Trans>
        </Button>
      }
    >
      <Trans>It was removed, is no longer shared with you, or the address is wrong.</Trans>
    </EmptyState>
  );
}
