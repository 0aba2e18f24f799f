import { Button, Group, SegmentedControl, Select, TextInput } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay, IconSearch, IconTrash } from '../../../design/icons.generated.ts';
import type { Filter, ResultFilter } from './filter.ts';

const results: { value: ResultFilter; label: string }[] = [
  { value: 'all', label: 'Everything' },
  { value: 'failures', label: 'Failures' },
  { value: 'messages', label: 'Messages' },
  { value: 'commands', label: 'Completed writes' },
  { value: 'connections', label: 'Connections' },
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
  const goOn = waiting > 0 ? `Resume (${waiting.toLocaleString('en')} new)` : 'Resume';
  return (
    <Group gap="sm">
      <TextInput
        aria-label="Filter by text"
        placeholder="Filter by name, topic, value, reason"
        leftSection={<IconSearch size={16} stroke={1.6} />}
        value={filter.text}
        onChange={({ currentTarget }) => onFilter({ ...filter, text: currentTarget.value })}
        maxLength={200}
        flex="1 1 14rem"
      />
      <SegmentedControl
        aria-label="Direction"
        data={[
          { value: 'all', label: 'Both' },
          { value: 'in', label: 'In' },
          { value: 'out', label: 'Out' },
        ]}
        value={filter.direction}
        onChange={(direction) => onFilter({ ...filter, direction: direction as Filter['direction'] })}
      />
      <Select
        aria-label="Kind and result"
        data={results}
        value={filter.result}
        onChange={(result) => onFilter({ ...filter, result: (result ?? 'all') as ResultFilter })}
        allowDeselect={false}
        w="9.5rem"
      />
      <Group gap="xs">
        <Button variant="default" leftSection={<Icon size={16} />} onClick={() => onPause(!isPaused)}>
          {isPaused ? goOn : 'Pause'}
        </Button>
        <Button variant="default" leftSection={<IconTrash size={16} stroke={1.6} />} onClick={onClear}>
          Clear
        </Button>
      </Group>
    </Group>
  );
}
