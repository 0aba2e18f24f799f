import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Title } from '@mantine/core';
import { usePageTitle } from '../../kit/ui/page-title.ts';
import { AppearanceSection } from './appearance-section.tsx';
import { DeviceSection } from './device-section.tsx';
import { HomeSection } from './home-section.tsx';
import { NotificationsSection } from './notifications-section.tsx';
import classes from './preferences.module.css';
import { PrivacySection } from './privacy-section.tsx';
import { ProfileSection } from './profile-section.tsx';
import { ReadingSection } from './reading-section.tsx';
import { WallTabletSection } from './wall-tablet-section.tsx';

export function PreferencesPage() {
  usePageTitle(t`Preferences`);
  return (
    <div className={classes.page}>
      <Title order={1}>
        <Trans>Preferences</Trans>
      </Title>
      <ProfileSection />
      <ReadingSection />
      <HomeSection />
      <AppearanceSection />
      <NotificationsSection />
      <PrivacySection />
      <WallTabletSection />
      <DeviceSection />
    </div>
  );
}
