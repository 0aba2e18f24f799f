import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { ErrorState, LoadingState } from '../design/states.tsx';
import { readModelsSearch } from '../models/models-search.ts';
import { pageAfterSignIn, sessionQuery } from './session/session.ts';
import { Shell } from './shell.tsx';
import type { Stores } from './stores.ts';

const root = createRootRoute({ component: Outlet });

/** Creates the route for people who are not signed in; others are redirected. */
function atTheDoor({ queries, connection: { portal } }: Stores) {
  return createRoute({
    getParentRoute: () => root,
    path: '/sign-in',
    component: lazyRouteComponent(
      () => import('./admin/portal-accounts/sign-in/sign-in-page.tsx'),
      'SignInPage',
    ),
    validateSearch: ({ next }: { next?: unknown }) => ({ next }),
    beforeLoad: async ({ search: { next } }) => {
      const session = await queries.ensureQueryData(sessionQuery(portal));
      if (session?.state === 'open') throw redirect({ href: pageAfterSignIn(next), replace: true });
    },
  });
}
/** Pages for links: the token is in the fragment, which browsers never send. */
const invitation = createRoute({
  getParentRoute: () => root,
  path: '/invitation',
  component: lazyRouteComponent(
    () => import('./admin/portal-accounts/sign-in/invitation-page.tsx'),
    'InvitationPage',
  ),
});
const newPassword = createRoute({
  getParentRoute: () => root,
  path: '/new-password',
  component: lazyRouteComponent(
    () => import('./admin/portal-accounts/sign-in/new-password-page.tsx'),
    'NewPasswordPage',
  ),
});

/** Creates the route of all other pages, which need a session. After signing in, the requested page opens. */
function behindSignIn({ queries, connection: { portal } }: Stores) {
  return createRoute({
    getParentRoute: () => root,
    id: 'signed-in',
    component: Shell,
    beforeLoad: async ({ location }) => {
      const session = await queries.ensureQueryData(sessionQuery(portal));
      if (session?.state !== 'open')
        throw redirect({ to: '/sign-in', search: { next: location.publicHref } });
    },
  });
}

type Inside = ReturnType<typeof behindSignIn>;

const page = <const Path extends string>(
  inside: Inside,
  path: Path,
  component: ReturnType<typeof lazyRouteComponent>,
) => createRoute({ getParentRoute: () => inside, path, component });

/** Creates the pages on which applications, users and templates are managed. */
const buildPages = (inside: Inside) => [
  page(
    inside,
    '/',
    lazyRouteComponent(() => import('./overview/overview-page.tsx'), 'OverviewPage'),
  ),
  page(
    inside,
    '/applications',
    lazyRouteComponent(() => import('./identity/applications/applications-page.tsx'), 'ApplicationsPage'),
  ),
  page(
    inside,
    '/applications/new',
    lazyRouteComponent(
      () => import('./identity/applications/new-application-page.tsx'),
      'NewApplicationPage',
    ),
  ),
  page(
    inside,
    '/applications/$applicationId',
    lazyRouteComponent(() => import('./identity/applications/application-page.tsx'), 'ApplicationPage'),
  ),
  page(
    inside,
    '/users',
    lazyRouteComponent(() => import('./identity/users/users-page.tsx'), 'UsersPage'),
  ),
  page(
    inside,
    '/users/$userId',
    lazyRouteComponent(() => import('./identity/users/user-page.tsx'), 'UserPage'),
  ),
  page(
    inside,
    '/templates',
    lazyRouteComponent(() => import('./devices/templates/templates-page.tsx'), 'TemplatesPage'),
  ),
  page(
    inside,
    '/templates/$templateId',
    lazyRouteComponent(() => import('./devices/templates/template-editor-page.tsx'), 'TemplateEditorPage'),
  ),
];

/** Creates the pages of managers, and of real and simulated devices. */
const devicePages = (inside: Inside) => [
  page(
    inside,
    '/managers',
    lazyRouteComponent(() => import('./connections/managers/managers-page.tsx'), 'ManagersPage'),
  ),
  page(
    inside,
    '/managers/$managerId',
    lazyRouteComponent(() => import('./connections/managers/manager-page.tsx'), 'ManagerPage'),
  ),
  page(
    inside,
    '/devices',
    lazyRouteComponent(() => import('./connections/devices/devices-page.tsx'), 'DevicesPage'),
  ),
  createRoute({
    getParentRoute: () => inside,
    path: '/devices/supported',
    component: lazyRouteComponent(() => import('./connections/devices/supported-page.tsx'), 'SupportedPage'),
    validateSearch: readModelsSearch,
  }),
  page(
    inside,
    '/devices/$deviceId',
    lazyRouteComponent(() => import('./connections/devices/device-page.tsx'), 'DevicePage'),
  ),
  page(
    inside,
    '/virtual-devices',
    lazyRouteComponent(
      () => import('./connections/virtual-devices/virtual-devices-page.tsx'),
      'VirtualDevicesPage',
    ),
  ),
  page(
    inside,
    '/virtual-devices/$channelId',
    lazyRouteComponent(
      () => import('./connections/virtual-devices/virtual-device-page.tsx'),
      'VirtualDevicePage',
    ),
  ),
];

/** Creates the pages that show what happens, and who does it. */
const watchPages = (inside: Inside) => [
  page(
    inside,
    '/messages',
    lazyRouteComponent(() => import('./core/message-trace/messages-page.tsx'), 'MessagesPage'),
  ),
  page(
    inside,
    '/charts',
    lazyRouteComponent(() => import('./admin/monitoring/charts/charts-page.tsx'), 'ChartsPage'),
  ),
  page(
    inside,
    '/health',
    lazyRouteComponent(() => import('./admin/monitoring/health/health-page.tsx'), 'HealthPage'),
  ),
  page(
    inside,
    '/servers',
    lazyRouteComponent(() => import('./core/servers/servers-page.tsx'), 'ServersPage'),
  ),
  page(
    inside,
    '/people',
    lazyRouteComponent(() => import('./admin/portal-accounts/accounts-page.tsx'), 'AccountsPage'),
  ),
  page(
    inside,
    '/audit-log',
    lazyRouteComponent(() => import('./core/audit/audit-log-page.tsx'), 'AuditLogPage'),
  ),
  page(
    inside,
    '/account',
    lazyRouteComponent(() => import('./admin/portal-accounts/security/security-page.tsx'), 'SecurityPage'),
  ),
  page(
    inside,
    '/tokens',
    lazyRouteComponent(() => import('./admin/portal-accounts/tokens/tokens-page.tsx'), 'TokensPage'),
  ),
  page(
    inside,
    '/$',
    lazyRouteComponent(() => import('./not-found-page.tsx'), 'NotFoundPage'),
  ),
];

export function createPortalRouter(stores: Stores) {
  const inside = behindSignIn(stores);
  const pages = inside.addChildren([...buildPages(inside), ...devicePages(inside), ...watchPages(inside)]);
  return createRouter({
    routeTree: root.addChildren([atTheDoor(stores), invitation, newPassword, pages]),
    basepath: '/portal',
    defaultPreload: 'intent',
    scrollRestoration: true,
    defaultPendingComponent: LoadingState,
    defaultErrorComponent: ({ error, reset }) => <ErrorState error={error} onRetry={reset} />,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createPortalRouter>;
  }
}
