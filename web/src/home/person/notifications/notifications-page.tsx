import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { ErrorState, LoadingState } from '../../../design/states.tsx';
import { usePageTitle } from '../../kit/ui/page-title.ts';
import { BrowsersSection } from './browsers-section.tsx';
import { KindsSection } from './kinds-section.tsx';
import { MailSection } from './mail-section.tsx';
import classes from './notifications.module.css';
import { OwnBrowserSection } from './own-browser-section.tsx';
import { QuietHoursSection } from './quiet-hours-section.tsx';
import { useNotifications } from './use-notifications.ts';

/** Lets a person choose notifications, quiet hours and browsers. */
export function NotificationsPage() {
  usePageTitle(t`Notifications`);
  const { data, error, isPending, refetch } = useNotifications();
  return (
    <div className={classes.page}>
      <Link to="/preferences" className={classes.back}>
        <Trans>← You</Trans>
      </Link>
      <Title order={1}>
        <Trans>Notifications</Trans>
      </Title>
      {isPending && <LoadingState label={t`Loading your notifications`} />}
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data && (
        <>
          <OwnBrowserSection settings={data} />
          <KindsSection settings={data} />
          <QuietHoursSection quietHours={data.quiet_hours} />
          <MailSection mail={data.mail} />
          <BrowsersSection settings={data} />
        </>
      )}
    </div>
  );
}
