import { i18n } from '@lingui/core';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, SegmentedControl, Select, TextInput } from '@mantine/core';
import { IconPlayerPlay, IconSearch } from '../../../design/icons.generated.ts';
import { IconPlayerPause, IconTrash } from '../../../design/page-icons.generated.ts';
import type { Filter, ResultFilter } from './filter.ts';

const results = (): { value: ResultFilter; label: string }[] => [
  { value: 'all', label: t`Everything` },
  { value: 'failures', label: t`Failures` },
  { value: 'messages', label: t`Messages` },
  { value: 'commands', label: t`Completed writes` },
  { value: 'connections', label: t`Connections` },
];

type Props = {
  filter: Filter;
  onFilter: (filter: Filter) => void;
  isPaused: boolean;
  waiting: number;
  onPause: (isPaused: boolean) => void;
  onClear: () => void;
};

export function MessagesToolbar({ filter, onFilter, isPaused, waiting, onPause, onClear }: Props) {
  const Icon = isPaused ? IconPlayerPlay : IconPlayerPause;
  const goOn = waiting > 0 ? t`Resume (${i18n.number(waiting)} new)` : t`Resume`;
  return (
    <Group gap="sm">
      <TextInput
        aria-label={t`Filter by text`}
        placeholder={t`Filter by name, topic, value, reason`}
        leftSection={<IconSearch size={16} stroke={1.6} />}
        value={filter.text}
        onChange={({ currentTarget }) => onFilter({ ...filter, text: currentTarget.value })}
        maxLength={200}
        flex="1 1 14rem"
      />
      <SegmentedControl
        aria-label={t`Direction`}
        data={[
          { value: 'all', label: t`Both` },
          { value: 'in', label: t`In` },
          { value: 'out', label: t`Out` },
        ]}
        value={filter.direction}
        onChange={(direction) => onFilter({ ...filter, direction: direction as Filter['direction'] })}
      />
      <Select
        aria-label={t`Kind and result`}
        data={results()}
        value={filter.result}
        onChange={(result) => onFilter({ ...filter, result: (result ?? 'all') as ResultFilter })}
        allowDeselect={false}
        w="9.5rem"
      />
      <Group gap="xs">
        <Button variant="default" leftSection={<Icon size={16} />} onClick={() => onPause(!isPaused)}>
          {isPaused ? goOn : t`Pause`}
        </Button>
        <Button variant="default" leftSection={<IconTrash size={16} stroke={1.6} />} onClick={onClear}>
          <Trans>Clear</Trans>
        </Button>
      </Group>
    </Group>
  );
}
