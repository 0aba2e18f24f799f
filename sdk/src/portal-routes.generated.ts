// Generated from contract/ by `npm run generate`.
import type { Route } from './route.ts';

export const portalRoutes = {
  'portal.session.get': { method: 'GET', path: '/portal/api/session', input: 'query', origin: 'base', token: false },
  'portal.session.signIn': { method: 'POST', path: '/portal/api/session', input: 'json', origin: 'base', token: false },
  'portal.session.secondFactor': { method: 'POST', path: '/portal/api/session/second-factor', input: 'json', origin: 'base', token: false },
  'portal.session.signOut': { method: 'DELETE', path: '/portal/api/session', input: 'query', origin: 'base', token: false },
} as const satisfies Record<string, Route>;
