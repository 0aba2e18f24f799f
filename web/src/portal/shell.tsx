import { AppShell, Burger, Group, NavLink, ScrollArea, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import {
  IconActivity,
  IconApps,
  IconChartLine,
  IconCpu,
  IconHeartbeat,
  IconHistory,
  IconLayoutDashboard,
  IconLayoutGrid,
  IconMessages,
  IconUser,
  IconUsers,
} from '@tabler/icons-react';
import { Link, Outlet } from '@tanstack/react-router';
import { Mark } from '../design/mark.tsx';
import { useSession } from './session.ts';
import classes from './shell.module.css';

type Item = { to: string; label: string; icon: typeof IconApps };

const sections: readonly { title: string; items: readonly Item[] }[] = [
  {
    title: 'Build',
    items: [
      { to: '/', label: 'Overview', icon: IconLayoutDashboard },
      { to: '/applications', label: 'Applications', icon: IconApps },
      { to: '/users', label: 'Users', icon: IconUsers },
      { to: '/templates', label: 'Templates', icon: IconLayoutGrid },
      { to: '/virtual-devices', label: 'Virtual devices', icon: IconCpu },
    ],
  },
  {
    title: 'Watch',
    items: [
      { to: '/messages', label: 'Messages', icon: IconMessages },
      { to: '/charts', label: 'Charts', icon: IconChartLine },
      { to: '/health', label: 'Health', icon: IconHeartbeat },
    ],
  },
  {
    title: 'Team',
    items: [
      { to: '/people', label: 'People', icon: IconActivity },
      { to: '/audit-log', label: 'Audit log', icon: IconHistory },
      { to: '/account', label: 'Your account', icon: IconUser },
    ],
  },
];

/** What stands around every page behind the sign-in. */
export function Shell() {
  const [isOpen, { toggle, close }] = useDisclosure();
  const { account } = useSession();
  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 232, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
      padding={{ base: 'md', sm: 'xl' }}
    >
      <a href="#main" className={classes.skip}>
        Skip to the page
      </a>
      <AppShell.Header className={classes.header}>
        <Group h="100%" px="md" justify="space-between" wrap="nowrap">
          <Group gap="sm" wrap="nowrap">
            <Burger opened={isOpen} onClick={toggle} hiddenFrom="sm" size="sm" aria-label="Menu" />
            <Mark />
            <Text fw={700}>Azulejo</Text>
            <Text c="dimmed">Portal</Text>
          </Group>
          <Text size="sm" c="dimmed" truncate>
            {account.name}
          </Text>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar className={classes.navbar} p="sm" aria-label="Pages">
        <ScrollArea>
          {sections.map(({ title, items }) => (
            <div key={title} className={classes.section}>
              <Text className={classes.title}>{title}</Text>
              {items.map(({ to, label, icon: Icon }) => (
                <NavLink
                  key={to}
                  renderRoot={(props) => (
                    <Link
                      to={to}
                      activeOptions={{ exact: to === '/' }}
                      activeProps={{ 'data-active': true }}
                      {...props}
                    />
                  )}
                  label={label}
                  leftSection={<Icon size={18} stroke={1.6} />}
                  onClick={close}
                />
              ))}
            </div>
          ))}
        </ScrollArea>
      </AppShell.Navbar>
      <AppShell.Main id="main" tabIndex={-1}>
        <div className={classes.page}>
          <Outlet />
        </div>
      </AppShell.Main>
    </AppShell>
  );
}
