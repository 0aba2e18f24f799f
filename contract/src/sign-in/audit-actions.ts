export const signInActions = {
  'account.create': '{actor} signed up at {target}',
  'client.refused': 'Someone used a wrong secret for {actor}',
  'refused.mqtt.connect': '{actor} was refused a connection',
  'sign-in': '{actor} signed in to {target}',
  'sign-in.refused': 'Someone entered a wrong password for {actor} at {target}',
  'sign-out': '{actor} signed out',
  'token.reuse': 'A token of {actor} was reused, so its session was ended',
  'token.shared': 'A refresh token of {actor} was used from two networks at once, {detail}',
  'user.code.refused': '{actor} entered a wrong code',
  'user.email': {
    text: '{actor} changed the e-mail address of {target}',
    ofOneself: '{actor} changed their e-mail address',
  },
  'user.email.cancel': {
    text: '{actor} withdrew the new e-mail address of {target}',
    ofOneself: '{actor} withdrew their new e-mail address',
  },
  'user.email.confirm': {
    text: '{actor} confirmed the e-mail address of {target}',
    ofOneself: '{actor} confirmed their e-mail address',
  },
  'user.email.request': {
    text: '{actor} asked for a confirmation of the e-mail address of {target}',
    ofOneself: '{actor} asked for a confirmation of their e-mail address',
  },
  'user.passkey.add': '{actor} added the passkey {detail}',
  'user.passkey.remove': '{actor} removed the passkey {detail}',
  'user.proof': '{actor} confirmed their identity',
  'user.proof.refused': '{actor} failed to confirm their identity',
  'user.recovery-codes.renew': '{actor} created new recovery codes',
  'user.reset-link': '{actor} created a password link for the user {target}',
  'user.second-factor.off': {
    text: '{actor} turned the second factor off for {target}',
    ofOneself: '{actor} turned the second factor off',
  },
  'user.second-factor.on': '{actor} turned the second factor on',
  'user.sign-out': '{actor} signed {target} out',
} as const;
