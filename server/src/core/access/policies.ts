import type { Access, PortalAccess } from '@azulejo/contract';

/**
 * How a principal must be related to what is requested.
 * - `self`: the principal is the user itself.
 * - `application-of`: the application the user belongs to.
 * - `distributor-of`: a distributor that works for that application.
 * - `grantee`: a user with a grant on the channel.
 * - `application-of-grantee`: an application with a grant on the channel, or whose user has one.
 * - `distributor-of-grantee`: a distributor that works for such an application.
 * - `owner`: the channel's owner.
 * - `anyone`: no relation is required.
 */
export type Relation =
  | 'self'
  | 'application-of'
  | 'distributor-of'
  | 'grantee'
  | 'application-of-grantee'
  | 'distributor-of-grantee'
  | 'owner'
  | 'anyone';

export type Rule = {
  readonly name: string;
  readonly principal: 'user' | 'client';
  /** The scope that the token must carry; undefined where any token will do. */
  readonly scope: string | undefined;
  readonly relation: Relation;
};

const owners: readonly Rule[] = [
  { name: 'a manager its channels', principal: 'client', scope: 'manager', relation: 'owner' },
  { name: 'a device its channels', principal: 'client', scope: 'device', relation: 'owner' },
  { name: 'an application its channels', principal: 'client', scope: 'application', relation: 'owner' },
];

/** Rules for channels and the commands on them. */
const channelUsers: readonly Rule[] = [
  { name: 'a user the channels granted to it', principal: 'user', scope: 'user', relation: 'grantee' },
  {
    name: 'an application the channels granted to it or its users',
    principal: 'client',
    scope: 'application',
    relation: 'application-of-grantee',
  },
  {
    name: 'a distributor the channels of the users it works for',
    principal: 'client',
    scope: 'distributor',
    relation: 'distributor-of-grantee',
  },
  ...owners,
];

/** Rules for what belongs to a person, or to a person's home. */
function ofUsers(what: 'things' | 'home'): readonly Rule[] {
  return [
    { name: `a user its own ${what}`, principal: 'user', scope: 'user', relation: 'self' },
    {
      name: `an application the ${what} of its users`,
      principal: 'client',
      scope: 'application',
      relation: 'application-of',
    },
    {
      name: `a distributor the ${what} of the users it works for`,
      principal: 'client',
      scope: 'distributor',
      relation: 'distributor-of',
    },
  ];
}

/**
 * Who may do what, as data. The kind of principal, its scope and its relation to the user or channel in the
 * path are checked before the handler runs. Only the handler of a token record knows whose record it is, and
 * checks that itself (`isSelf`). The tests of the authorization matrix are generated from this table.
 */
export const policies: Readonly<Record<Exclude<Access, 'public' | PortalAccess>, readonly Rule[]>> = {
  'any-token': [
    { name: 'a signed-in user', principal: 'user', scope: undefined, relation: 'anyone' },
    { name: 'a signed-in client', principal: 'client', scope: undefined, relation: 'anyone' },
  ],
  'token-record': [
    { name: 'a user its own tokens', principal: 'user', scope: undefined, relation: 'self' },
    { name: 'a client its own tokens', principal: 'client', scope: undefined, relation: 'self' },
  ],
  channel: channelUsers,
  command: channelUsers,
  'channel-owner': owners,
  application: [{ name: 'an application', principal: 'client', scope: 'application', relation: 'anyone' }],
  user: [{ name: 'a person', principal: 'user', scope: 'user', relation: 'anyone' }],
  device: [
    { name: 'a device', principal: 'client', scope: 'device', relation: 'anyone' },
    { name: 'a manager', principal: 'client', scope: 'manager', relation: 'anyone' },
    { name: 'an application', principal: 'client', scope: 'application', relation: 'anyone' },
  ],
  manager: [{ name: 'a manager', principal: 'client', scope: 'manager', relation: 'anyone' }],
  'channels-of-users': [
    { name: 'an application', principal: 'client', scope: 'application', relation: 'anyone' },
    { name: 'a manager', principal: 'client', scope: 'manager', relation: 'anyone' },
  ],
  'user-resource': ofUsers('things'),
  home: ofUsers('home'),
};
