import type { Access } from '@azulejo/contract';

/**
 * How a principal stands to what is asked for. `self`: the user itself. `application-of`: the application the user
 * belongs to. `distributor-of`: a distributor that works for that application. `anyone`: no matter.
 */
export type Relation = 'self' | 'application-of' | 'distributor-of' | 'anyone';

export type Rule = {
  readonly name: string;
  readonly principal: 'user' | 'client';
  /** The scope that the token must carry; undefined where any token will do. */
  readonly scope: string | undefined;
  readonly relation: Relation;
};

/**
 * Who may do what, as data. Kind and scope are asked before a call reaches its handler, and so is the relation to a user
 * that the path names; whose a token record is, only its handler knows (`isSelf`). The authorization matrix is tested
 * from this table.
 */
export const policies: Readonly<Record<Exclude<Access, 'public'>, readonly Rule[]>> = {
  'any-token': [
    { name: 'a signed-in user', principal: 'user', scope: undefined, relation: 'anyone' },
    { name: 'a signed-in client', principal: 'client', scope: undefined, relation: 'anyone' },
  ],
  'token-record': [
    { name: 'a user its own tokens', principal: 'user', scope: undefined, relation: 'self' },
    { name: 'a client its own tokens', principal: 'client', scope: undefined, relation: 'self' },
  ],
  'user-resource': [
    { name: 'a user its own things', principal: 'user', scope: 'user', relation: 'self' },
    {
      name: 'an application its users',
      principal: 'client',
      scope: 'application',
      relation: 'application-of',
    },
    {
      name: 'a distributor the users it works for',
      principal: 'client',
      scope: 'distributor',
      relation: 'distributor-of',
    },
  ],
};
