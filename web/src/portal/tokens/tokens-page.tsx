import type { PortalToken } from '@azulejo/contract';
import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { notify } from '../../design/notify.ts';
import { EmptyState, ErrorState, LoadingState } from '../../design/states.tsx';
import { When } from '../../design/when.tsx';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import framed from '../parts/framed-list.module.css';
import { usePortal } from '../session/portal.ts';
import { NewTokenDialog } from './new-token-dialog.tsx';
import { tokensQuery, useTokenChange } from './queries.ts';
import classes from './tokens.module.css';

/** One's own access tokens, with which programs act as this account. */
export function TokensPage() {
  const portal = usePortal();
  const { data, error, refetch } = useQuery(tokensQuery(portal));
  const [isOpen, { open, close }] = useDisclosure();
  return (
    <Stack gap="lg" maw="46rem">
      <Group justify="space-between">
        <Title order={1}>Access tokens</Title>
        <Button onClick={open}>New access token</Button>
      </Group>
      <Text c="dimmed">
        For the command line and other programs that act as you. A token never allows more than your role, and
        cannot manage accounts or tokens. Changing your password ends all of them.
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
    return <EmptyState title="No access tokens">Create one for each program that needs it.</EmptyState>;
  return (
    <ul className={framed.list} aria-label="Access tokens">
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
    () => notify.done('The access token was revoked.'),
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
          {isExpired ? 'Expired' : 'Expires'} <When at={expires} />
        </Text>
        <Text size="sm" c="dimmed">
          {last_used === null ? (
            'Never used'
          ) : (
            <>
              Last used <When at={last_used} />
            </>
          )}
        </Text>
      </div>
      <Button variant="default" onClick={open} aria-label={`Revoke ${name}`}>
        Revoke
      </Button>
      <ConfirmDialog
        title="Revoke the access token?"
        verb="Revoke"
        isDangerous
        action={revoke}
        isOpen={isOpen}
        onClose={close}
      >
        <Text>Programs that use “{name}” are refused from now on.</Text>
      </ConfirmDialog>
    </li>
  );
}
