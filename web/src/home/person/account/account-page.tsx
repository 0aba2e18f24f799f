import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { hasPasskeys } from '../../../design/passkeys.ts';
import { ErrorState, LoadingState } from '../../../design/states.tsx';
import { useSession } from '../../data/session/session.ts';
import { usePageTitle } from '../../kit/ui/page-title.ts';
import classes from './account.module.css';
import { DataSection } from './data-section.tsx';
import { EmailSection } from './email-section.tsx';
import { PasskeysSection } from './passkeys-section.tsx';
import { PasswordSection } from './password-section.tsx';
import { accountQuery, passkeysQuery } from './queries.ts';
import { ReauthenticationProvider } from './reauthentication.tsx';
import { SecondFactorSection } from './second-factor-section.tsx';
import { SessionsSection } from './sessions-section.tsx';

/** Shows how the person signs in, and where the person is signed in. */
export function AccountPage() {
  usePageTitle(t`Account and security`);
  const { client, settings } = useSession();
  const account = useQuery(accountQuery(client));
  const passkeys = useQuery(passkeysQuery(client));
  const canUsePasskey = hasPasskeys(settings) && passkeys.data?.passkeys.some((each) => each.is_usable);
  return (
    <ReauthenticationProvider
      hasSecondFactor={account.data?.second_factor_since != null}
      hasPasskey={canUsePasskey === true}
    >
      <div className={classes.page}>
        <Link to="/preferences" className={classes.back}>
          <Trans>← You</Trans>
        </Link>
        <Title order={1}>
          <Trans>Account and security</Trans>
        </Title>
        {account.isPending && <LoadingState />}
        {account.isError && <ErrorState error={account.error} onRetry={() => account.refetch()} />}
        {account.data && (
          <>
            <EmailSection account={account.data} />
            <PasswordSection email={account.data.email} />
            <PasskeysSection />
            <SecondFactorSection account={account.data} />
            <SessionsSection />
            <DataSection email={account.data.email} />
          </>
        )}
      </div>
    </ReauthenticationProvider>
  );
}
