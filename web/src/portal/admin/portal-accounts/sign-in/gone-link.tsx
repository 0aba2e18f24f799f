import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Entrance } from './entrance.tsx';

export function GoneLink({ children }: { children: ReactNode }) {
  return (
    <Entrance title={t`This link no longer works`}>
      <Text>{children}</Text>
      <Button variant="default" mt="lg" renderRoot={(props) => <Link to="/sign-in" {...props} />}>
        <Trans>Go to sign-in</Trans>
      </Button>
    </Entrance>
  );
}
