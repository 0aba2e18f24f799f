import type { PortalAuditEntry } from '@azulejo/contract';
import { type AuditActions, auditActions, type NamedAuditAction } from '@azulejo/contract/audit-actions';
import { i18n } from '@lingui/core';
import { msg, plural, t } from '@lingui/core/macro';
import { generateMessageId } from '@lingui/message-utils/generateMessageId';

/** A piece of a sentence: words, or an actor or target. */
export type Piece = string | NonNullable<PortalAuditEntry['actor']>;

/** Placeholders for the pieces of a sentence, wherever a language puts them. */
const MARKS = { actor: '{actor}', target: '{target}', detail: '{detail}' };

/** Returns the translation of a sentence of the contract. Lingui's macros see only those of pages. */
function translated(message: string): string {
  const descriptor = { id: generateMessageId(message), message, values: MARKS };
  return i18n._(descriptor);
}

function sentenceOf({ action, actor, target }: PortalAuditEntry): string {
  const known: AuditActions[string] | undefined = isNamed(action) ? auditActions[action] : undefined;
  if (typeof known === 'string') return translated(known);
  if (known) return translated(actor && actor.id === target?.id ? known.ofOneself : known.text);
  if (action.startsWith('refused.')) {
    const refused = action.slice('refused.'.length);
    return i18n._({ ...msg`{actor} was refused {refused}`, values: { ...MARKS, refused } });
  }
  return target ? `{actor}: ${action}, {target}` : `{actor}: ${action}`;
}

const isNamed = (action: string): action is NamedAuditAction => Object.hasOwn(auditActions, action);

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
