import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Row, Section } from './section.tsx';

/** Links to the page of notifications. */
export const NotificationsSection = () => (
  <Section title={t`Notifications`}>
    <Row
      label={t`Which notifications you get, and where`}
      hint={t`Alarms, open doors and low batteries: in your browsers, also while Home is closed, and by e-mail.`}
    >
      <Button component={Link} to="/notifications" variant="default" size="md">
        <Trans context="button">Open</Trans>
      </Button>
    </Row>
  </Section>
);
