import type { PortalAuditEntry } from '@azulejo/contract';
import type { Portal } from '@azulejo/sdk/portal';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Menu, Stack, Text, Title, UnstyledButton } from '@mantine/core';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { IconChevronDown } from '../../../design/icons.generated.ts';
import { notify } from '../../../design/notify.ts';
import { IconDownload } from '../../../design/page-icons.generated.ts';
import { saveFile } from '../../../design/save-file.ts';
import { EmptyState, ErrorState, LoadingState } from '../../../design/states.tsx';
import { exactTime, When } from '../../../design/when.tsx';
import { usePortal } from '../../session/portal.ts';
import framed from '../../ui/framed-list.module.css';
import { AuditFilter } from './audit-filter.tsx';
import classes from './audit-log.module.css';
import { auditQuery, type Filter, inputOf, readFilter } from './filter.ts';
import { nameOf, type Piece, piecesOf, textOf } from './sentences.ts';

/** Shows the audit log: who did what, and what was refused. */
export function AuditLogPage() {
  const portal = usePortal();
  const filter = readFilter(useSearch({ strict: false }));
  const navigate = useNavigate();
  const show = (search: Filter) => void navigate({ to: '/audit-log', search });
  const log = useInfiniteQuery(auditQuery(portal, filter));
  const entries = log.data?.pages.flatMap((page) => page.entries) ?? [];
  const isFiltered = Object.keys(filter).length > 0;
  return (
    <Stack gap="lg">
      <Group justify="space-between">
        <Title order={1}>
          <Trans>Audit log</Trans>
        </Title>
        <ExportMenu filter={filter} />
      </Group>
      <AuditFilter key={JSON.stringify(filter)} filter={filter} onChange={show} />
      {log.isPending && <LoadingState label={t`Loading the audit log`} />}
      {log.isError && <ErrorState error={log.error} onRetry={() => void log.refetch()} />}
      {log.isSuccess && entries.length === 0 && (
        <EmptyState title={isFiltered ? t`No matches` : t`No entries yet`}>
          {isFiltered
            ? t`Try another filter, or show all.`
            : t`Actions of people and programs are listed here. By default they are kept for a year, and refusals for 90 days.`}
        </EmptyState>
      )}
      {entries.length > 0 && <AuditEntries entries={entries} onFilter={show} />}
      {log.hasNextPage && (
        <Group justify="center">
          <Button variant="default" loading={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
            <Trans>Show more</Trans>
          </Button>
        </Group>
      )}
    </Stack>
  );
}

function ExportMenu({ filter }: { filter: Filter }) {
  const portal = usePortal();
  const save = useMutation({
    mutationFn: (format: 'csv' | 'json') => exportLog(portal, filter, format),
    onSuccess: (isWhole) =>
      notify.done(
        isWhole
          ? t`The log was saved.`
          : t`The newest 50,000 entries were saved. Use the filter to export earlier ones.`,
      ),
    onError: notify.failed,
  });
  return (
    <Menu position="bottom-end" shadow="md">
      <Menu.Target>
        <Button
          variant="default"
          loading={save.isPending}
          leftSection={<IconDownload size={18} stroke={1.6} />}
          rightSection={<IconChevronDown size={14} aria-hidden />}
        >
          <Trans>Export</Trans>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => save.mutate('csv')}>
          <Trans>As CSV</Trans>
        </Menu.Item>
        <Menu.Item onClick={() => save.mutate('json')}>
          <Trans>As JSON</Trans>
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

type Props = { entries: readonly PortalAuditEntry[]; onFilter: (filter: Filter) => void };

function AuditEntries({ entries, onFilter }: Props) {
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

const PAGE = 500;
/** Maximum number of pages, which a browser can hold easily. */
const MAX_PAGES = 100;

/**
 * Exports every entry that matches the filter, newest first. Returns false when there were more than a file
 * takes.
 */
async function exportLog(portal: Portal, filter: Filter, format: 'csv' | 'json'): Promise<boolean> {
  const entries: PortalAuditEntry[] = [];
  let after: string | null = null;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const input = { ...inputOf(filter), limit: PAGE, ...(after !== null && { after }) };
    const answer: Awaited<ReturnType<typeof portal.auditLog.list>> = await portal.auditLog.list(input);
    entries.push(...answer.entries);
    after = answer.next;
    if (after === null) break;
  }
  if (format === 'csv') saveFile('audit-log.csv', toCsv(entries), 'text/csv');
  else saveFile('audit-log.json', `${JSON.stringify(entries, null, 2)}\n`, 'application/json');
  return after === null;
}

const HEADINGS = [
  'time',
  'what',
  'action',
  'actor',
  'actor_id',
  'target',
  'target_id',
  'address',
  'detail',
  'count',
];

/** Formats the entries as CSV (RFC 4180). */
function toCsv(entries: readonly PortalAuditEntry[]): string {
  const rows = entries.map((entry) => {
    const { at, action, actor, target, address, detail, count } = entry;
    return [
      at,
      textOf(entry),
      action,
      actor && nameOf(actor),
      actor?.id,
      target && nameOf(target),
      target?.id,
      address,
      detail,
      String(count),
    ];
  });
  return [HEADINGS, ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}

/**
 * Quotes a cell. A spreadsheet would treat a text with this beginning as a formula, and anyone who signs up
 * chooses a name.
 */
function cell(value: string | null | undefined): string {
  const text = value ?? '';
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
