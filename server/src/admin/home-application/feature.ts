import type { Feature, Platform } from '../../core/feature.ts';
import type { Applications } from '../../identity/applications/index.ts';
import { createHomeApplication } from './home-application.ts';

type Needs = Platform & { applications: Applications };

/** Provides the application whose users sign in at `/home`. */
export function homeApplicationFeature({ config, applications }: Needs) {
  const { homeClientId: clientId, urls } = config;
  return {
    api: { homeApplication: createHomeApplication({ applications, clientId, origin: urls.base }) },
  } satisfies Feature;
}
