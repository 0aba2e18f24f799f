import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Anchor, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { EmptyState } from '../design/states.tsx';

/** Shown for a wrong or outdated URL. */
export function NotFoundPage() {
  return (
    <>
      <Title order={1} className="visually-hidden">
        <Trans>Not found</Trans>
      </Title>
      <EmptyState
        title={t`Page not found`}
        action={
          <Anchor component={Link} to="/">
            <Trans>Go to the overview</Trans>
          </Anchor>
        }
      >
        <Trans>It was moved or deleted, or the address is incomplete.</Trans>
      </EmptyState>
    </>
  );
}
