import type { NamedAuditAction, PortalAuditEntry } from '@azulejo/contract';
import { i18n, type MessageDescriptor } from '@lingui/core';
import { msg, plural, t } from '@lingui/core/macro';

/** A piece of a sentence: words, or an actor or target. */
export type Piece = string | NonNullable<PortalAuditEntry['actor']>;

/** Placeholders for the pieces of a sentence, wherever a language puts them. */
const MARKS = { actor: '{actor}', target: '{target}', detail: '{detail}' };

/** Sentences by action. `{actor}`, `{target}` and `{detail}` are replaced by those of the entry. */
const sentences: Readonly<Record<NamedAuditAction, MessageDescriptor>> = {
  'account.create': msg`{actor} signed up at {target}`,
  'application.create': msg`{actor} registered {target}`,
  'application.disabled': msg`{actor} disabled {target}`,
  'application.enabled': msg`{actor} enabled {target}`,
  'application.end-secret-overlap': msg`{actor} ended the earlier secret of {target}`,
  'application.link': msg`{actor} linked a distributor to {target}`,
  'application.remove': msg`{actor} removed {target}`,
  'application.rotate-secret': msg`{actor} rotated the secret of {target}`,
  'application.unlink': msg`{actor} unlinked a distributor from {target}`,
  'application.update': msg`{actor} changed {target}`,
  'application.webhooks': msg`{actor} set addresses for quotes: {detail}`,
  'automation.stop': msg`An automation of {target} ran too often and was stopped: {detail}`,
  'bridge.create': msg`{actor} connected the bridge {target}`,
  'bridge.share': msg`{actor} let a user add devices of the bridge {target}`,
  'bridge.unshare': msg`{actor} no longer lets a user add devices of the bridge {target}`,
  'bridge.update': msg`{actor} changed the settings of the bridge {target}`,
  'channel.remove': msg`{actor} removed {target}`,
  'channel.rename': msg`{actor} renamed {target}`,
  'channel.template': msg`{actor} moved {target} to the newest version of {detail}`,
  'client.refused': msg`Someone used a wrong secret for {actor}`,
  'device.claim': msg`{actor} claimed {target}`,
  'device.claim-code': msg`{actor} gave {target} a new claim code`,
  'device.create': msg`{actor} gave credentials to {target}`,
  'device.remove': msg`{actor} removed {target}`,
  'device.rotate-secret': msg`{actor} rotated the secret of {target}`,
  'device.update': msg`{actor} changed {target}: {detail}`,
  'grant.application': msg`{actor} got access to {target}`,
  'grant.end': msg`{actor} removed {target} from the home`,
  'grant.user': msg`{actor} gave someone access to {target}`,
  'keys.rotate': msg`{actor} rotated the keys that seal stored secrets: {detail}`,
  'maker-account.remove': msg`{actor} removed the account of {detail} at the maker of {target}`,
  'maker-account.set': msg`{actor} set the account of {detail} at the maker of {target}`,
  'manager.signing-key': msg`{actor} viewed the signing key of {target}`,
  'manager.webhooks': msg`{actor} changed the webhooks of {target}: {detail}`,
  'pairing.add': msg`{actor} added {target}`,
  'pairing.authorize': msg`{actor} authorized {target}`,
  'portal.account.create': msg`{actor} accepted an invitation, as {detail}`,
  'portal.account.disabled': msg`{actor} disabled {target}`,
  'portal.account.enabled': msg`{actor} enabled {target}`,
  'portal.account.password': msg`{actor} set a new password`,
  'portal.account.remove': msg`{actor} removed {target}`,
  'portal.account.rename': msg`{actor} changed the name of {target}: {detail}`,
  'portal.account.reset-link': msg`{actor} created a password link for {target}`,
  'portal.account.role': msg`{actor} changed the role of {target}: {detail}`,
  'portal.account.setup': msg`{actor} created the first owner, {target}`,
  'portal.code.refused': msg`{actor} entered a wrong code`,
  'portal.invitation.create': msg`{actor} invited someone as {detail}`,
  'portal.invitation.revoke': msg`{actor} revoked an invitation: {detail}`,
  'portal.messages.watch': msg`{actor} watched the messages of {target}`,
  'portal.messages.watch-all': msg`{actor} watched all messages`,
  'portal.recovery-codes.renew': msg`{actor} created new recovery codes`,
  'portal.second-factor.off': msg`{actor} turned the second factor off`,
  'portal.second-factor.on': msg`{actor} turned the second factor on`,
  'portal.second-factor.reset': msg`{actor} reset the second factor of {target}`,
  'portal.session.end': msg`{actor} signed out another session`,
  'portal.session.end-others': msg`{actor} signed out all other sessions`,
  'portal.sign-in': msg`{actor} signed in to the portal`,
  'portal.sign-in.refused': msg`Someone entered a wrong password for {target}`,
  'portal.sign-out': msg`{actor} signed out of the portal`,
  'portal.token.create': msg`{actor} created the access token {detail}`,
  'portal.token.revoke': msg`{actor} revoked the access token {detail}`,
  'refused.device.claim': msg`{actor} entered a wrong claim code`,
  'refused.mqtt.connect': msg`{actor} was refused a connection`,
  'refused.mqtt.publish': msg`{actor} was not allowed to publish to {target}`,
  'refused.mqtt.subscribe': msg`{actor} was not allowed to subscribe to {target}`,
  'refused.value.report': msg`{actor} was not allowed to report a value of {target}`,
  'service.activation': msg`{actor} set where the service {target} is activated`,
  'service.import': msg`{actor} stored the service {target}`,
  'service.remove': msg`{actor} removed the service {target}`,
  'service.subscribe': msg`{actor} subscribed to the service {target}`,
  'sign-in': msg`{actor} signed in to {target}`,
  'sign-in.refused': msg`Someone entered a wrong password for {actor} at {target}`,
  'sign-out': msg`{actor} signed out`,
  'template.assign': msg`{actor} assigned {target} to the manager {detail}`,
  'template.bring': msg`{actor} stored the template {target}: {detail}`,
  'template.create': msg`{actor} saved the template {target}`,
  'template.move': msg`{actor} moved channels to another version of {target}`,
  'template.release': msg`{actor} took {target} from the manager {detail}`,
  'template.remove': msg`{actor} removed the template {target}`,
  'template.save': msg`{actor} changed the template {target}`,
  'token.reuse': msg`A token of {actor} was reused, so its session was ended`,
  'token.shared': msg`A refresh token of {actor} was used from two networks at once, {detail}`,
  'user.active': msg`{actor} enabled {target}`,
  'user.code.refused': msg`{actor} entered a wrong code`,
  'user.deletion.keep': msg`{actor} kept an account that was to be deleted: {target}`,
  'user.deletion.request': msg`{actor} asked for the deletion of {target}`,
  'user.email': msg`{actor} changed the e-mail address of {target}`,
  'user.email.cancel': msg`{actor} withdrew the new e-mail address of {target}`,
  'user.email.confirm': msg`{actor} confirmed the e-mail address of {target}`,
  'user.email.request': msg`{actor} asked for a confirmation of the e-mail address of {target}`,
  'user.export': msg`{actor} exported the data of {target}`,
  'user.home': msg`{actor} opened the home of {target}`,
  'user.inactive': msg`{actor} disabled {target}`,
  'user.passkey.add': msg`{actor} added the passkey {detail}`,
  'user.passkey.remove': msg`{actor} removed the passkey {detail}`,
  'user.password': msg`{actor} set a new password for {target}`,
  'user.proof': msg`{actor} confirmed their identity`,
  'user.proof.refused': msg`{actor} failed to confirm their identity`,
  'user.recovery-codes.renew': msg`{actor} created new recovery codes`,
  'user.remove': msg`{actor} removed {target}`,
  'user.reset-link': msg`{actor} created a password link for the user {target}`,
  'user.second-factor.off': msg`{actor} turned the second factor off for {target}`,
  'user.second-factor.on': msg`{actor} turned the second factor on`,
  'user.sign-out': msg`{actor} signed {target} out`,
  'virtual-device.create': msg`{actor} created the virtual device {target}`,
  'virtual-device.faults': msg`{actor} changed the faults of {target}`,
  'virtual-device.release': msg`{actor} released {target}`,
  'virtual-device.remove': msg`{actor} removed the virtual device {target}`,
  'virtual-device.report': msg`{actor} reported a value as {target}`,
};

/** Sentences for actors who act on themselves. */
const ofOneself: Readonly<Record<string, MessageDescriptor>> = {
  'portal.account.remove': msg`{actor} removed their own account`,
  'portal.account.rename': msg`{actor} changed their own name: {detail}`,
  'user.deletion.keep': msg`{actor} kept their account, which was to be deleted`,
  'user.deletion.request': msg`{actor} asked for the deletion of their account`,
  'user.email': msg`{actor} changed their e-mail address`,
  'user.email.cancel': msg`{actor} withdrew their new e-mail address`,
  'user.email.confirm': msg`{actor} confirmed their e-mail address`,
  'user.email.request': msg`{actor} asked for a confirmation of their e-mail address`,
  'user.password': msg`{actor} set a new password`,
  'user.second-factor.off': msg`{actor} turned the second factor off`,
};

function sentenceOf({ action, actor, target }: PortalAuditEntry): string {
  const own = actor && actor.id === target?.id ? ofOneself[action] : undefined;
  const known = own ?? (Object.hasOwn(sentences, action) ? sentences[action as NamedAuditAction] : undefined);
  if (known !== undefined) return i18n._({ ...known, values: MARKS });
  if (action.startsWith('refused.')) {
    const refused = action.slice('refused.'.length);
    return i18n._({ ...msg`{actor} was refused {refused}`, values: { ...MARKS, refused } });
  }
  return target ? `{actor}: ${action}, {target}` : `{actor}: ${action}`;
}

/** Returns the sentence in pieces, so that names can be links. */
export function piecesOf(entry: PortalAuditEntry): Piece[] {
  const unnamed = entry.address === null ? t`The operator` : t`Someone`;
  const pieces = sentenceOf(entry)
    .split(/(\{\w+\})/)
    .filter((piece) => piece !== '')
    .map((piece, index) => {
      if (piece === '{actor}') return entry.actor ?? (index === 0 ? unnamed : t`someone unknown`);
      if (piece === '{target}') return entry.target ?? t`something unknown`;
      return piece === '{detail}' ? (entry.detail ?? '') : piece;
    });
  return entry.count > 1 ? [...pieces, `, ${timesText(entry.count)}`] : pieces;
}

const timesText = (count: number): string =>
  plural(count, { one: '# time in a minute', other: '# times in a minute' });

export const nameOf = ({ id, kind, name }: NonNullable<PortalAuditEntry['actor']>): string =>
  name ?? (kind === 'unknown' ? id : `${kind} ${id}`);

export const textOf = (entry: PortalAuditEntry): string =>
  piecesOf(entry)
    .map((piece) => (typeof piece === 'string' ? piece : nameOf(piece)))
    .join('');
