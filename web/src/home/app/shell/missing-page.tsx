import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { EmptyState } from '../../../design/states.tsx';
import { usePageTitle } from '../../kit/ui/page-title.ts';

/** Shown for an unknown URL. */
export function MissingPage() {
  usePageTitle(t`Page not found`);
  return (
    <EmptyState
      isPage
      title={t`Page not found`}
      action={
        <Button renderRoot={(props) => <Link to="/" {...props} />}>
          <Trans>Back to home</Trans>
        </Button>
      }
    >
      <Trans>The address is wrong or no longer exists.</Trans>
    </EmptyState>
  );
}
