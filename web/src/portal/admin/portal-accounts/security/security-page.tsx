import { Trans } from '@lingui/react/macro';
import { Stack, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ErrorState, LoadingState } from '../../../../design/states.tsx';
import { usePortal } from '../../../session/portal.ts';
import { PasswordSection } from './password-section.tsx';
import { ProfileSection } from './profile-section.tsx';
import { securityQuery } from './queries.ts';
import { SecondFactorSection } from './second-factor-section.tsx';
import { SessionsSection } from './sessions-section.tsx';

/** Shows a person's own account: profile and security. */
export function SecurityPage() {
  const portal = usePortal();
  const { data, error, refetch } = useQuery(securityQuery(portal));
  return (
    <Stack gap="lg" maw="46rem">
      <Title order={1}>
        <Trans>Your account</Trans>
      </Title>
      <ProfileSection />
      <PasswordSection />
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <LoadingState />}
      {data && <SecondFactorSection security={data} />}
      {data && <SessionsSection sessions={data.sessions} />}
    </Stack>
  );
}
