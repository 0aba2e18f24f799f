import {
  IconApps,
  IconChartLine,
  IconCpu,
  IconHeartbeat,
  IconHistory,
  IconKey,
  IconLayoutDashboard,
  IconLayoutGrid,
  IconMessages,
  IconPlug,
  IconPlugConnected,
  IconUserCircle,
  IconUsers,
  IconUsersGroup,
} from '../design/icons.generated.ts';

type Item = { to: string; label: string; icon: typeof IconApps };

/** The items of the menu. */
export const sections: readonly { title: string; items: readonly Item[] }[] = [
  {
    title: 'Build',
    items: [
      { to: '/', label: 'Overview', icon: IconLayoutDashboard },
      { to: '/applications', label: 'Applications', icon: IconApps },
      { to: '/users', label: 'Users', icon: IconUsers },
      { to: '/templates', label: 'Templates', icon: IconLayoutGrid },
      { to: '/managers', label: 'Managers', icon: IconPlug },
      { to: '/devices', label: 'Devices', icon: IconPlugConnected },
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
      { to: '/people', label: 'People', icon: IconUsersGroup },
      { to: '/audit-log', label: 'Audit log', icon: IconHistory },
      { to: '/account', label: 'Your account', icon: IconUserCircle },
      { to: '/tokens', label: 'Access tokens', icon: IconKey },
    ],
  },
];

/** Returns the title of the page, or of the list to which it belongs. */
export function pageTitle(pathname: string): string {
  const items = sections.flatMap((section) => section.items);
  const item = items.find(({ to }) => to !== '/' && (pathname === to || pathname.startsWith(`${to}/`)));
  return item?.label ?? (pathname === '/' ? 'Overview' : 'Not found');
}
