import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Menu, Stack, Title } from '@mantine/core';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { IconChevronDown } from '../../../design/icons.generated.ts';
import { notify } from '../../../design/notify.ts';
import { IconDownload } from '../../../design/page-icons.generated.ts';
import { EmptyState, ErrorState, LoadingState } from '../../../design/states.tsx';
import { usePortal } from '../../session/portal.ts';
import { AuditEntries } from './audit-entries.tsx';
import { AuditFilter } from './audit-filter.tsx';
import { exportLog } from './export-log.ts';
import { auditQuery, type Filter, readFilter } from './filter.ts';

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
