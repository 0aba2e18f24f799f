import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { ErrorState, LoadingState } from '../design/states.tsx';
import { pageAfterSignIn, sessionQuery } from './session.ts';
import { Shell } from './shell.tsx';

const root = createRootRoute({ component: Outlet });

/** The route for people who are not signed in; others are redirected. */
function atTheDoor(queries: QueryClient) {
  return createRoute({
    getParentRoute: () => root,
    path: '/sign-in',
    component: lazyRouteComponent(() => import('./sign-in/sign-in-page.tsx'), 'SignInPage'),
    beforeLoad: async ({ search }) => {
      const session = await queries.ensureQueryData(sessionQuery);
      const { next } = search as { next?: unknown };
      if (session?.state === 'open') throw redirect({ href: pageAfterSignIn(next), replace: true });
    },
  });
}
/** Pages for links: the token is in the fragment, which browsers never send. */
const invitation = createRoute({
  getParentRoute: () => root,
  path: '/invitation',
  component: lazyRouteComponent(() => import('./sign-in/invitation-page.tsx'), 'InvitationPage'),
});
const newPassword = createRoute({
  getParentRoute: () => root,
  path: '/new-password',
  component: lazyRouteComponent(() => import('./sign-in/new-password-page.tsx'), 'NewPasswordPage'),
});

/** All other pages, which need a session. After signing in, the requested page opens. */
function behindSignIn(queries: QueryClient) {
  return createRoute({
    getParentRoute: () => root,
    id: 'signed-in',
    component: Shell,
    beforeLoad: async ({ location }) => {
      const session = await queries.ensureQueryData(sessionQuery);
      if (session?.state !== 'open')
        throw redirect({ to: '/sign-in', search: { next: location.publicHref } });
    },
  });
}

export function createPortalRouter(queries: QueryClient) {
  const inside = behindSignIn(queries);
  const page = <const Path extends string>(path: Path, component: ReturnType<typeof lazyRouteComponent>) =>
    createRoute({ getParentRoute: () => inside, path, component });
  const pages = [
    page(
      '/',
      lazyRouteComponent(() => import('./overview/overview-page.tsx'), 'OverviewPage'),
    ),
    page(
      '/applications',
      lazyRouteComponent(() => import('./applications/applications-page.tsx'), 'ApplicationsPage'),
    ),
    page(
      '/applications/new',
      lazyRouteComponent(() => import('./applications/new-application-page.tsx'), 'NewApplicationPage'),
    ),
    page(
      '/applications/$applicationId',
      lazyRouteComponent(() => import('./applications/application-page.tsx'), 'ApplicationPage'),
    ),
    page(
      '/users',
      lazyRouteComponent(() => import('./users/users-page.tsx'), 'UsersPage'),
    ),
    page(
      '/users/$userId',
      lazyRouteComponent(() => import('./users/user-page.tsx'), 'UserPage'),
    ),
    page(
      '/templates',
      lazyRouteComponent(() => import('./templates/templates-page.tsx'), 'TemplatesPage'),
    ),
    page(
      '/templates/$templateId',
      lazyRouteComponent(() => import('./templates/template-editor-page.tsx'), 'TemplateEditorPage'),
    ),
    page(
      '/virtual-devices',
      lazyRouteComponent(() => import('./virtual-devices/virtual-devices-page.tsx'), 'VirtualDevicesPage'),
    ),
    page(
      '/virtual-devices/$channelId',
      lazyRouteComponent(() => import('./virtual-devices/virtual-device-page.tsx'), 'VirtualDevicePage'),
    ),
    page(
      '/messages',
      lazyRouteComponent(() => import('./monitoring/messages/messages-page.tsx'), 'MessagesPage'),
    ),
    page(
      '/charts',
      lazyRouteComponent(() => import('./monitoring/charts/charts-page.tsx'), 'ChartsPage'),
    ),
    page(
      '/health',
      lazyRouteComponent(() => import('./monitoring/health/health-page.tsx'), 'HealthPage'),
    ),
    page(
      '/people',
      lazyRouteComponent(() => import('./accounts/accounts-page.tsx'), 'AccountsPage'),
    ),
    page(
      '/audit-log',
      lazyRouteComponent(() => import('./audit-log/audit-log-page.tsx'), 'AuditLogPage'),
    ),
    page(
      '/account',
      lazyRouteComponent(() => import('./security/security-page.tsx'), 'SecurityPage'),
    ),
    page(
      '/$',
      lazyRouteComponent(() => import('./not-found-page.tsx'), 'NotFoundPage'),
    ),
  ];
  return createRouter({
    routeTree: root.addChildren([atTheDoor(queries), invitation, newPassword, inside.addChildren(pages)]),
    basepath: '/portal',
    defaultPreload: 'intent',
    scrollRestoration: true,
    defaultPendingComponent: LoadingState,
    defaultErrorComponent: ({ error, reset }) => <ErrorState error={error} onRetry={reset} />,
  });
}
