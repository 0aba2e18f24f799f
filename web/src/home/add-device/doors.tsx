import { Stack, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ComponentType, ReactNode } from 'react';
import { IconChevronRight, IconFlask, IconPlugConnected, IconSearch } from '../../design/icons.generated.ts';
import classes from './doors.module.css';

/** The first page of Add: real devices and virtual ones have a way each. */
export function Doors() {
  return (
    <Stack gap="lg">
      <Title order={1}>Add a device</Title>
      <div className={classes.doors}>
        <Door to="/add/real" icon={IconPlugConnected} title="Connect something real">
          Devices behind a bridge such as Zigbee2MQTT, of a maker, or with a code.
        </Door>
        <Door to="/add/virtual" icon={IconFlask} title="Try a virtual device">
          It behaves like a real one but controls nothing. Home marks it as virtual everywhere.
        </Door>
      </div>
      <Door to="/add/supported" icon={IconSearch} title="Is my device supported?" isSmall>
        Search more than 4,500 devices by brand, model or words.
      </Door>
    </Stack>
  );
}

type DoorProps = {
  to: '/add/real' | '/add/virtual' | '/add/supported';
  icon: ComponentType<{ size: number; stroke: number }>;
  title: string;
  children: ReactNode;
  isSmall?: boolean;
};

function Door({ to, icon: Icon, title, children, isSmall = false }: DoorProps) {
  return (
    <Link to={to} search={{}} className={classes.door} data-small={isSmall || undefined}>
      <span className={classes.icon} aria-hidden="true">
        <Icon size={isSmall ? 24 : 32} stroke={1.6} />
      </span>
      <span className={classes.words}>
        <span className={classes.title}>{title}</span>
        <span className={classes.text}>{children}</span>
      </span>
      <IconChevronRight size={20} className={classes.arrow} aria-hidden="true" />
    </Link>
  );
}
