/** What differs between people and operators: the form whose failures count together, and audited actions. */
export const accountNames = {
  user: {
    form: 'sign-in',
    proofRefused: 'user.proof.refused',
    sessionEnded: 'user.sign-out',
    otherSessionsEnded: 'user.sign-out',
  },
  portal: {
    form: 'portal sign-in',
    proofRefused: 'portal.sign-in.refused',
    sessionEnded: 'portal.session.end',
    otherSessionsEnded: 'portal.session.end-others',
  },
} as const;

export type AccountsName = keyof typeof accountNames;
export type AccountNames = (typeof accountNames)[AccountsName];
