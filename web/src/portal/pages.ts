import { t } from '@lingui/core/macro';
import { IconCpu, IconHistory, IconPlug } from '../design/icons.generated.ts';
import {
  IconApps,
  IconChartLine,
  IconHeartbeat,
  IconKey,
  IconLayoutDashboard,
  IconLayoutGrid,
  IconMessages,
  IconPlugConnected,
  IconServer2,
  IconUserCircle,
  IconUsers,
  IconUsersGroup,
} from '../design/page-icons.generated.ts';

type Item = { to: string; label: string; icon: typeof IconApps };

/** Returns the items of the menu. */
export const sections = (): readonly { title: string; items: readonly Item[] }[] => [
  {
    title: t`Build`,
    items: [
      { to: '/', label: t`Overview`, icon: IconLayoutDashboard },
      { to: '/applications', label: t`Applications`, icon: IconApps },
      { to: '/users', label: t`Users`, icon: IconUsers },
      { to: '/templates', label: t`Templates`, icon: IconLayoutGrid },
      { to: '/managers', label: t`Managers`, icon: IconPlug },
      { to: '/devices', label: t`Devices`, icon: IconPlugConnected },
      { to: '/virtual-devices', label: t`Virtual devices`, icon: IconCpu },
    ],
  },
  {
    title: t`Watch`,
    items: [
      { to: '/messages', label: t`Messages`, icon: IconMessages },
      { to: '/charts', label: t`Charts`, icon: IconChartLine },
      { to: '/health', label: t`Health`, icon: IconHeartbeat },
      { to: '/servers', label: t`Servers`, icon: IconServer2 },
    ],
  },
  {
    title: t`Team`,
    items: [
      { to: '/people', label: t`People`, icon: IconUsersGroup },
      { to: '/audit-log', label: t`Audit log`, icon: IconHistory },
      { to: '/account', label: t`Your account`, icon: IconUserCircle },
      { to: '/tokens', label: t`Access tokens`, icon: IconKey },
    ],
  },
];

/** Returns the title of the page, or of the list to which it belongs. */
export function pageTitle(pathname: string): string {
  const items = sections().flatMap((section) => section.items);
  const item = items.find(({ to }) => to !== '/' && (pathname === to || pathname.startsWith(`${to}/`)));
  return item?.label ?? (pathname === '/' ? t`Overview` : t`Not found`);
}
