export const identityActions = {
  'application.create': '{actor} registered {target}',
  'application.disabled': '{actor} disabled {target}',
  'application.enabled': '{actor} enabled {target}',
  'application.end-secret-overlap': '{actor} ended the earlier secret of {target}',
  'application.link': '{actor} linked a distributor to {target}',
  'application.remove': '{actor} removed {target}',
  'application.rotate-secret': '{actor} rotated the secret of {target}',
  'application.unlink': '{actor} unlinked a distributor from {target}',
  'application.update': '{actor} changed {target}',
  'application.webhooks': '{actor} set addresses for quotes: {detail}',
  'user.active': '{actor} enabled {target}',
  'user.home': '{actor} opened the home of {target}',
  'user.inactive': '{actor} disabled {target}',
  'user.password': {
    text: '{actor} set a new password for {target}',
    ofOneself: '{actor} set a new password',
  },
} as const;
