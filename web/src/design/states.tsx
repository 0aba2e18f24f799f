import { AzulejoError } from '@azulejo/sdk';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Loader, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { errorText } from './error-text.ts';
import { TilePattern } from './pattern.tsx';
import classes from './states.module.css';

/** Shows what would be here when there is nothing yet, and how to begin. */
export function EmptyState({
  title,
  children,
  action,
  isPage = false,
}: {
  title: string;
  children?: ReactNode;
  action?: ReactNode;
  /** Whether it is the whole page, so that its title is the page's heading. */
  isPage?: boolean;
}) {
  return (
    <div className={classes.empty}>
      <TilePattern className={classes.wall} />
      <Stack gap="xs" align="center" className={classes.words}>
        <Title order={isPage ? 1 : 2} size="h4">
          {title}
        </Title>
        {children && <Text c="dimmed">{children}</Text>}
        {action && <Group mt="sm">{action}</Group>}
      </Stack>
    </div>
  );
}

/** Shows an error with a way to continue. Retrying is not offered for what does not exist. */
export function ErrorState({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  if (onRetry && isOffline(error)) return <NotAvailableOffline onRetry={onRetry} />;
  const isGone = error instanceof AzulejoError && error.status === 404;
  return (
    <div className={classes.error} role="alert">
      <Text fw={600}>{errorText(error)}</Text>
      {onRetry && !isGone && (
        <Button variant="default" size="xs" mt="sm" onClick={onRetry}>
          <Trans>Try again</Trans>
        </Button>
      )}
    </div>
  );
}

const isOffline = (error: unknown): boolean =>
  !navigator.onLine && error instanceof AzulejoError && error.name === 'Unreachable';

/** Shown for data that was not loaded before the connection was lost. */
export function NotAvailableOffline({ onRetry }: { onRetry: () => void }) {
  return (
    <div className={classes.offline} role="status">
      <Text fw={600}>
        <Trans>Not available offline</Trans>
      </Text>
      <Text c="dimmed">
        <Trans>This has not been loaded yet. It will load when you are online again.</Trans>
      </Text>
      <Button variant="default" size="xs" mt="sm" onClick={onRetry}>
        <Trans>Try again</Trans>
      </Button>
    </div>
  );
}

export function LoadingState({ label = t`Loading` }: { label?: string }) {
  return (
    <div className={classes.loading} role="status">
      <Loader size="sm" />
      <span className="visually-hidden">{label}</span>
    </div>
  );
}
