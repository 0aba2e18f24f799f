import { resources } from '@azulejo/contract';
import type { Feature, Platform } from '../../core/feature.ts';
import type { Users } from '../../identity/users/index.ts';
import { legacyUserHandlers } from './legacy-users-routes.ts';
import { createPreferences } from './preferences.ts';
import { preferenceHandlers } from './preferences-routes.ts';

type Needs = Platform & { users: Users; picture: (name: string) => string };

/** Stores the settings of users, such as units and whether their phone may report its location. */
export function preferencesFeature({ config, db, clock, users, picture }: Needs) {
  const preferences = createPreferences({ db, clock, users });
  return {
    api: { preferences },
    routes({ serve }) {
      const uploaderUrl = config.urls.uploader;
      serve(resources.legacyUsers, legacyUserHandlers({ users, preferences, picture, uploaderUrl }));
      serve(resources.preferences, preferenceHandlers(preferences));
    },
  } satisfies Feature;
}
