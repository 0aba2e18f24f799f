import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useCallback, useState } from 'react';
import { FormError } from '../../../design/form-error.tsx';
import { useHome } from '../../data/live/use-home.ts';
import { useSession } from '../../data/session/session.ts';
import { usePageTitle } from '../../kit/ui/page-title.ts';
import { AddedPanel } from './added-panel.tsx';
import { BackLink } from './back-link.tsx';
import classes from './catalogue.module.css';
import { takeCode } from './claim-code.ts';
import { canScan, Scanner } from './scanner.tsx';

/** Adds a device by the code that is printed on it. */
export function ClaimPage() {
  usePageTitle(t`Add a device by its code`);
  const { client } = useSession();
  const { refresh } = useHome();
  const [code, setCode] = useState(takeCode);
  const [isScanning, setScanning] = useState(false);
  const claim = useMutation({
    mutationFn: (typed: string) => client.claims.use({ code: typed }),
    onSuccess: () => void refresh().catch(() => {}),
  });
  const found = useCallback((scanned: string) => {
    setCode(scanned);
    setScanning(false);
  }, []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (code.trim() !== '') claim.mutate(code);
  };
  return (
    <Stack gap="md" align="stretch">
      <BackLink to="/add/real">
        <Trans>Connect something real</Trans>
      </BackLink>
      <Stack className={classes.panel} gap="lg">
        <Title order={1}>{claim.data ? claim.data.name : t`Add a device by its code`}</Title>
        {claim.data ? (
          <AddedPanel added={{ ids: claim.data.channels.map(({ id }) => id), wereThere: false }} />
        ) : (
          <form onSubmit={submit}>
            <Stack gap="md">
              {isScanning && <Scanner onFound={found} onStop={() => setScanning(false)} />}
              <CodeField code={code} onChange={setCode} />
              <FormError error={claim.error} />
              <Group>
                <Button type="submit" size="md" loading={claim.isPending} disabled={code.trim() === ''}>
                  <Trans>Add the device</Trans>
                </Button>
                {canScan() && !isScanning && (
                  <Button size="md" variant="default" onClick={() => setScanning(true)}>
                    <Trans>Scan the code</Trans>
                  </Button>
                )}
              </Group>
              <Text size="sm" c="dimmed">
                <Trans>
                  A code works once. If yours does not work, ask the maker or seller of the device for a new
                  one.
                </Trans>
              </Text>
            </Stack>
          </form>
        )}
      </Stack>
    </Stack>
  );
}

function CodeField({ code, onChange }: { code: string; onChange: (code: string) => void }) {
  return (
    <TextInput
      label={t`Code`}
      description={t`It is printed on the device, its box or its manual: 16 letters and digits.`}
      placeholder="XXXX-XXXX-XXXX-XXXX"
      size="md"
      value={code}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      maxLength={100}
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      data-autofocus
    />
  );
}
