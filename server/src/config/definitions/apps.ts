import type { SettingGroup } from './definition.ts';

export const apps = {
  title: 'Apps',
  settings: {
    HOME_CLIENT_ID: {
      otherwise: 'one of its own',
      summary: 'The (mobile) application whose users sign in at `/home`.',
    },
    VIRTUAL_DEVICES: {
      default: '1',
      summary:
        'Whether users can add simulated (virtual) devices to their homes; with `0`, no virtual devices are listed.',
    },
    DELETE_ACCOUNT_AFTER_DAYS: {
      default: '7',
      summary:
        'Days between a person’s request to delete the account and its deletion, in which the person can keep it; with `0`, it is deleted at once.',
    },
    ANDROID_MINIMUM_VERSION: {
      default: '0.0.0',
      summary: 'Oldest version of the Android app that may be used.',
    },
    IOS_MINIMUM_VERSION: { default: '0.0.0', summary: 'Oldest version of the iOS app that may be used.' },
    OLDER_VERSIONS_UNTIL: {
      summary:
        'Last day on which older app versions are accepted, such as `2027-01-31`; by default, none are.',
    },
  },
} as const satisfies SettingGroup;
