import { Trans } from '@lingui/react/macro';
import { Badge, Button, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { browserOf } from './browser-of.ts';
import classes from './item-list.module.css';
import { IconDeviceDesktop, IconDeviceMobile } from './page-icons.generated.ts';

/** Lists a person's sessions; its children are `SessionItem`. */
export const SessionList = ({ children }: { children: ReactNode }) => (
  <ul className={classes.list}>{children}</ul>
);

type ItemProps = {
  browser: ReturnType<typeof browserOf>;
  isCurrent: boolean;
  /** The name of its button, which distinguishes it from those of the other sessions. */
  signOutLabel: string;
  isEnding: boolean;
  onSignOut: () => void;
  /** Describes the session, in a few short lines. */
  children: ReactNode;
};

/** Shows one browser or app, which can be signed out unless it is this one. */
export function SessionItem({ browser, isCurrent, signOutLabel, isEnding, onSignOut, children }: ItemProps) {
  const Icon = browser.isPhone ? IconDeviceMobile : IconDeviceDesktop;
  return (
    <li className={classes.item}>
      <Icon size={22} stroke={1.5} aria-hidden className={classes.icon} />
      <div className={classes.what}>
        <Group gap="xs">
          <Text fw={600}>{browser.name}</Text>
          {isCurrent && (
            <Badge variant="light">
              <Trans>This one</Trans>
            </Badge>
          )}
        </Group>
        {children}
      </div>
      {!isCurrent && (
        <Button variant="default" loading={isEnding} onClick={onSignOut} aria-label={signOutLabel}>
          <Trans>Sign out</Trans>
        </Button>
      )}
    </li>
  );
}
