import { resources } from '@azulejo/contract';
import type { Audit } from '../../core/audit/index.ts';
import type { Feature, Platform } from '../../core/feature.ts';
import { createOperators } from './operators.ts';
import { createUsers } from './users.ts';
import { userHandlers } from './users-routes.ts';

type Needs = Platform & { audit: Audit };

/** Manages the people of each application, and the operators of the portal. */
export function usersFeature({ config, db, clock, audit, bus }: Needs) {
  const users = createUsers({ db, clock, audit, bus, kind: 'person' });
  const operators = createOperators({ db, clock, audit, bus });
  return {
    api: { users, operators },
    routes: ({ serve }) => serve(resources.users, userHandlers(users, config.urls.uploader)),
  } satisfies Feature;
}
