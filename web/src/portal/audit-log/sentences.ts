import type { PortalAuditEntry } from '@azulejo/contract';

/** A piece of a sentence: words, or an actor or target. */
export type Piece = string | NonNullable<PortalAuditEntry['actor']>;

/** Sentences by action. `{actor}`, `{target}` and `{detail}` are replaced by those of the entry. */
const sentences: Readonly<Record<string, string>> = {
  'account.create': '{actor} signed up at {target}',
  'application.create': '{actor} registered {target}',
  'application.disabled': '{actor} disabled {target}',
  'application.enabled': '{actor} enabled {target}',
  'application.end-secret-overlap': '{actor} ended the earlier secret of {target}',
  'template.assign': '{actor} assigned {target} to the manager {detail}',
  'template.release': '{actor} took {target} from the manager {detail}',
  'application.link': '{actor} linked a distributor to {target}',
  'application.remove': '{actor} removed {target}',
  'application.rotate-secret': '{actor} rotated the secret of {target}',
  'application.unlink': '{actor} unlinked a distributor from {target}',
  'application.update': '{actor} changed {target}',
  'application.webhooks': '{actor} set addresses for quotes: {detail}',
  'bridge.create': '{actor} connected the bridge {target}',
  'bridge.share': '{actor} let a user add devices of the bridge {target}',
  'bridge.unshare': '{actor} no longer lets a user add devices of the bridge {target}',
  'bridge.update': '{actor} changed the settings of the bridge {target}',
  'client.refused': 'Someone used a wrong secret for {actor}',
  'device.create': '{actor} gave credentials to {target}',
  'device.claim': '{actor} claimed {target}',
  'device.claim-code': '{actor} gave {target} a new claim code',
  'device.remove': '{actor} removed {target}',
  'device.rotate-secret': '{actor} rotated the secret of {target}',
  'device.update': '{actor} changed {target}: {detail}',
  'grant.application': '{actor} got access to {target}',
  'grant.end': '{actor} removed {target} from the home',
  'grant.user': '{actor} gave someone access to {target}',
  'maker-account.remove': '{actor} removed the account of {detail} at the maker of {target}',
  'maker-account.set': '{actor} set the account of {detail} at the maker of {target}',
  'manager.signing-key': '{actor} viewed the signing key of {target}',
  'manager.webhooks': '{actor} changed the webhooks of {target}: {detail}',
  'pairing.add': '{actor} added {target}',
  'pairing.authorize': '{actor} authorized {target}',
  'portal.account.create': '{actor} accepted an invitation, as {detail}',
  'portal.account.disabled': '{actor} disabled {target}',
  'portal.account.enabled': '{actor} enabled {target}',
  'portal.account.password': '{actor} set a new password',
  'portal.account.remove': '{actor} removed {target}',
  'portal.account.rename': '{actor} changed the name of {target}: {detail}',
  'portal.account.reset-link': '{actor} created a password link for {target}',
  'portal.account.role': '{actor} changed the role of {target}: {detail}',
  'portal.code.refused': '{actor} entered a wrong code',
  'portal.invitation.create': '{actor} invited someone as {detail}',
  'portal.invitation.revoke': '{actor} revoked an invitation: {detail}',
  'portal.messages.watch': '{actor} watched the messages of {target}',
  'portal.messages.watch-all': '{actor} watched all messages',
  'portal.recovery-codes.renew': '{actor} created new recovery codes',
  'portal.second-factor.off': '{actor} turned the second factor off',
  'portal.second-factor.on': '{actor} turned the second factor on',
  'portal.second-factor.reset': '{actor} reset the second factor of {target}',
  'portal.session.end': '{actor} signed out another session',
  'portal.session.end-others': '{actor} signed out all other sessions',
  'portal.sign-in': '{actor} signed in to the portal',
  'portal.sign-in.refused': 'Someone entered a wrong password for {target}',
  'portal.sign-out': '{actor} signed out of the portal',
  'portal.token.create': '{actor} created the access token {detail}',
  'portal.token.revoke': '{actor} revoked the access token {detail}',
  'refused.mqtt.connect': '{actor} was refused a connection',
  'refused.mqtt.publish': '{actor} was not allowed to publish to {target}',
  'refused.mqtt.subscribe': '{actor} was not allowed to subscribe to {target}',
  'refused.value.report': '{actor} was not allowed to report a value of {target}',
  'service.activation': '{actor} set where the service {target} is activated',
  'service.import': '{actor} stored the service {target}',
  'service.remove': '{actor} removed the service {target}',
  'service.subscribe': '{actor} subscribed to the service {target}',
  'sign-in': '{actor} signed in to {target}',
  'sign-in.refused': 'Someone entered a wrong password for {actor} at {target}',
  'sign-out': '{actor} signed out',
  'template.bring': '{actor} brought the template {target}: {detail}',
  'template.create': '{actor} saved the template {target}',
  'template.move': '{actor} moved channels to another version of {target}',
  'template.remove': '{actor} removed the template {target}',
  'template.save': '{actor} changed the template {target}',
  'token.reuse': 'A token of {actor} was reused, so its session was ended',
  'user.active': '{actor} enabled {target}',
  'user.export': '{actor} exported the data of {target}',
  'user.home': '{actor} opened the home of {target}',
  'user.inactive': '{actor} disabled {target}',
  'user.password': '{actor} set a new password for {target}',
  'user.remove': '{actor} removed {target}',
  'user.reset-link': '{actor} created a password link for the user {target}',
  'user.sign-out': '{actor} signed {target} out',
  'virtual-device.create': '{actor} created the virtual device {target}',
  'virtual-device.faults': '{actor} changed the faults of {target}',
  'virtual-device.release': '{actor} released {target}',
  'virtual-device.remove': '{actor} removed the virtual device {target}',
  'virtual-device.report': '{actor} reported a value as {target}',
};

/** Sentences for actors who act on themselves. */
const ofOneself: Readonly<Record<string, string>> = {
  'portal.account.remove': '{actor} removed their own account',
  'portal.account.rename': '{actor} changed their own name: {detail}',
  'user.password': '{actor} set a new password',
};

function sentenceOf({ action, actor, target }: PortalAuditEntry): string {
  const own = actor && actor.id === target?.id ? ofOneself[action] : undefined;
  const known = own ?? sentences[action];
  if (known !== undefined) return known;
  if (action.startsWith('refused.')) return `{actor} was refused ${action.slice('refused.'.length)}`;
  return target ? `{actor}: ${action}, {target}` : `{actor}: ${action}`;
}

/** Returns the sentence in pieces, so that names can be links. */
export function piecesOf(entry: PortalAuditEntry): Piece[] {
  const unnamed = entry.address === null ? 'The operator' : 'Someone';
  const pieces = sentenceOf(entry)
    .split(/(\{\w+\})/)
    .filter((piece) => piece !== '')
    .map((piece, index) => {
      if (piece === '{actor}') return entry.actor ?? (index === 0 ? unnamed : 'someone unknown');
      if (piece === '{target}') return entry.target ?? 'something unknown';
      return piece === '{detail}' ? (entry.detail ?? '') : piece;
    });
  return entry.count > 1 ? [...pieces, `, ${entry.count} times in a minute`] : pieces;
}

export const nameOf = ({ id, kind, name }: NonNullable<PortalAuditEntry['actor']>): string =>
  name ?? (kind === 'unknown' ? id : `${kind} ${id}`);

export const textOf = (entry: PortalAuditEntry): string =>
  piecesOf(entry)
    .map((piece) => (typeof piece === 'string' ? piece : nameOf(piece)))
    .join('');
