import type { PortalToken } from '@azulejo/contract';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { notify } from '../../../../design/notify.ts';
import { EmptyState, ErrorState, LoadingState } from '../../../../design/states.tsx';
import { When } from '../../../../design/when.tsx';
import { usePortal } from '../../../session/portal.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import framed from '../../../ui/framed-list.module.css';
import { NewTokenDialog } from './new-token-dialog.tsx';
import { tokensQuery, useTokenChange } from './queries.ts';
import classes from './tokens.module.css';

/** Lists the person's own access tokens, with which programs act as this account. */
export function TokensPage() {
  const portal = usePortal();
  const { data, error, refetch } = useQuery(tokensQuery(portal));
  const [isOpen, { open, close }] = useDisclosure();
  return (
    <Stack gap="lg" maw="46rem">
      <Group justify="space-between">
        <Title order={1}>
          <Trans>Access tokens</Trans>
        </Title>
        <Button onClick={open}>
          <Trans>New access token</Trans>
        </Button>
      </Group>
      <Text c="dimmed">
        <Trans>
          For the command line and other programs that act as you. A token never allows more than your role,
          and cannot manage accounts or tokens. Changing your password ends all of them.
        </Trans>
      </Text>
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <LoadingState />}
      {data && <TokenList tokens={data.tokens} />}
      <NewTokenDialog isOpen={isOpen} onClose={close} />
    </Stack>
  );
}

function TokenList({ tokens }: { tokens: readonly PortalToken[] }) {
  if (tokens.length === 0)
    return (
      <EmptyState title={t`No access tokens`}>
        <Trans>Create one for each program that needs it.</Trans>
      </EmptyState>
    );
  return (
    <ul className={framed.list} aria-label={t`Access tokens`}>
      {tokens.map((token) => (
        <Token key={token.id} token={token} />
      ))}
    </ul>
  );
}

function Token({ token: { id, name, hint, scopes, expires, last_used } }: { token: PortalToken }) {
  const portal = usePortal();
  const [isOpen, { open, close }] = useDisclosure();
  const revoke = useTokenChange(
    () => portal.tokens.revoke({ token_id: id }),
    () => notify.done(t`The access token was revoked.`),
  );
  const isExpired = Date.parse(expires) <= Date.now();
  return (
    <li className={classes.row}>
      <div>
        <Text fw={600} className={classes.long ?? ''}>
          {name}
        </Text>
        <Text size="sm" c="dimmed" className={classes.long ?? ''}>
          {hint}… · {scopes.join(', ')}
        </Text>
      </div>
      <div className={classes.facts}>
        <Text size="sm">
          {isExpired ? (
            <Trans>
              Expired <When at={expires} />
            </Trans>
          ) : (
            <Trans>
              Expires <When at={expires} />
            </Trans>
          )}
        </Text>
        <Text size="sm" c="dimmed">
          {last_used === null ? (
            t`Never used`
          ) : (
            <Trans>
              Last used <When at={last_used} />
            </Trans>
          )}
        </Text>
      </div>
      <Button variant="default" onClick={open} aria-label={t`Revoke ${name}`}>
        <Trans>Revoke</Trans>
      </Button>
      <ConfirmDialog
        title={t`Revoke the access token?`}
        verb={t`Revoke`}
        isDangerous
        action={revoke}
        isOpen={isOpen}
        onClose={close}
      >
        <Text>
          <Trans>Programs that use “{name}” are refused from now on.</Trans>
        </Text>
      </ConfirmDialog>
    </li>
  );
}
