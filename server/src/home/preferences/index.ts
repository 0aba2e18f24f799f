export { legacyUserHandlers } from './legacy-users-routes.ts';
export { createPreferences, type Preferences } from './preferences.ts';
export { preferenceHandlers } from './preferences-routes.ts';
