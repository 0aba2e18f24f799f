import type { TemplateSummary } from '@azulejo/contract';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { ErrorState } from '../../../design/states.tsx';
import { useSession } from '../../data/session/session.ts';

type Props = {
  kind: TemplateSummary;
  /** The maker's page was passed, but nothing was found. */
  isBack: boolean;
};

/** Shown before the maker's page: explains what comes, and how to get back. */
export function AuthorizePanel({ kind, isBack }: Props) {
  const { client } = useSession();
  const open = useMutation({
    mutationFn: async () => {
      const back = new URL('/home/add', location.origin);
      back.search = String(new URLSearchParams({ template: kind.id, found: 'true' }));
      const { url } = await client.pairing.authorize({ template_id: kind.id, redirect_uri: back.href });
      location.assign(url);
    },
  });
  return (
    <Stack gap="md" align="flex-start">
      {isBack && (
        <Text role="status" fw={600}>
          <Trans>Nothing was found. The page may have expired before you finished.</Trans>
        </Text>
      )}
      <Text>
        <Trans>You will choose the device on the next page and come back here to confirm.</Trans>
      </Text>
      {open.isError && <ErrorState error={open.error} />}
      <Button size="md" loading={open.isPending || open.isSuccess} onClick={() => open.mutate()}>
        {isBack ? t`Open the page again` : t({ message: 'Continue', context: 'button' })}
      </Button>
    </Stack>
  );
}
