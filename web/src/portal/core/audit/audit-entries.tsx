import type { PortalAuditEntry } from '@azulejo/contract';
import { t } from '@lingui/core/macro';
import { Text, UnstyledButton } from '@mantine/core';
import { exactTime, When } from '../../../design/when.tsx';
import framed from '../../ui/framed-list.module.css';
import classes from './audit-log.module.css';
import type { Filter } from './filter.ts';
import { nameOf, type Piece, piecesOf } from './sentences.ts';

type Props = { entries: readonly PortalAuditEntry[]; onFilter: (filter: Filter) => void };

export function AuditEntries({ entries, onFilter }: Props) {
  return (
    <ol className={framed.list} aria-label={t`Entries, newest first`}>
      {entries.map((entry) => (
        <li key={entry.id} className={classes.row} data-refused={isRefusal(entry.action) || undefined}>
          <div className={classes.what}>
            <Text className={classes.sentence ?? ''}>
              {piecesOf(entry).map((piece, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a sentence stay in their order.
                <PieceView key={index} piece={piece} entry={entry} onFilter={onFilter} />
              ))}
            </Text>
            <Text size="xs" c="dimmed" className={classes.sentence ?? ''}>
              {entry.action}
              {entry.address !== null && ` · ${t`from ${entry.address}`}`}
            </Text>
          </div>
          <div className={classes.time}>
            <Text size="sm">
              <When at={entry.at} />
            </Text>
            <Text size="xs" c="dimmed">
              {exactTime(entry.at)}
            </Text>
          </div>
        </li>
      ))}
    </ol>
  );
}

const isRefusal = (action: string): boolean => action.startsWith('refused.') || action.endsWith('.refused');

type PieceProps = { piece: Piece; entry: PortalAuditEntry; onFilter: (filter: Filter) => void };

/** Renders a piece of a sentence. Actor and target link to all entries about them. */
function PieceView({ piece, entry, onFilter }: PieceProps) {
  if (typeof piece === 'string') return piece;
  const isActor = piece.id === entry.actor?.id;
  const name = nameOf(piece);
  return (
    <UnstyledButton
      className={classes.named ?? ''}
      aria-label={isActor ? t`${name}: show only what they did` : t`${name}: show only what was done to it`}
      onClick={() => onFilter(isActor ? { actor: piece.id } : { target: piece.id })}
    >
      {name}
    </UnstyledButton>
  );
}
