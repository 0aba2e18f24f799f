import type { PortalRole } from '@azulejo/contract';
import { ApiError } from '../../platform/api-error.ts';

export type Invitation = {
  id: string;
  email: string | undefined;
  role: PortalRole;
  /** The inviter's name; undefined for the operator, or a removed account. */
  invitedBy: string | undefined;
  created: number;
  expires: number;
};

export type NewInvitation = { email?: string; role: PortalRole };

type Row = {
  id: string;
  email: string | null;
  role: PortalRole;
  invited_by: string | null;
  created: number;
  expires: number;
};

export const toInvitation = ({ email, invited_by, ...row }: Row): Invitation => ({
  ...row,
  email: email ?? undefined,
  invitedBy: invited_by ?? undefined,
});

/** Describes an invitation in the audit log. */
export const describe = ({ role, email }: { role: PortalRole; email: string | null }): string =>
  email === null ? role : `${role}, ${email}`;

export const alreadyThere = () =>
  new ApiError('user_exists', { fields: [{ field: 'email', reason: 'has an account already' }] });
