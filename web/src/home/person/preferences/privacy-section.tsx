import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Switch } from '../../kit/ui/switch.tsx';
import { usePreferencesStore } from './preferences-store.ts';
import { Row, Section, useSaving } from './section.tsx';
import { usePreferencesDocument } from './use-preferences.ts';

/** Sets location sharing, and links to the account. */
export function PrivacySection() {
  const preferences = usePreferencesStore();
  const { location_sharing: isShared = true } = usePreferencesDocument();
  const [saving, save] = useSaving();
  return (
    <Section title={t`Privacy and security`} saving={saving}>
      <Row
        isNarrow
        label={
          <label htmlFor="location-sharing">
            <Trans>Share my location</Trans>
          </label>
        }
        hint={t`Lets phone apps report where you are. When off, the platform rejects these reports.`}
      >
        <Switch
          id="location-sharing"
          isOn={isShared}
          onChange={(location_sharing) => void save(() => preferences.change({ location_sharing }))}
        />
      </Row>
      <Row
        label={t`Account and security`}
        hint={t`Your e-mail and password, and the browsers and apps in which you are signed in.`}
      >
        <Button component={Link} to="/account" variant="default" size="md">
          <Trans context="button">Open</Trans>
        </Button>
      </Row>
    </Section>
  );
}
