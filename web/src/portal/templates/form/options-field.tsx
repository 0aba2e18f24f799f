import { ActionIcon, Button, Group, Text, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useDraft, useList } from '../draft/draft.tsx';
import { type Path, pathText } from '../draft/path.ts';

type Option = { label?: unknown; value?: unknown };

/** The options of a text picker. Values that are not text are edited in the settings' JSON. */
export function OptionsField({ path }: { path: Path }) {
  const { errors, isReadOnly } = useDraft();
  const { items, set } = useList(path);
  const change = (index: number, option: Option) => set(items.toSpliced(index, 1, option));
  const problem = (index: number, name: string) => {
    const reason = errors.get(`${pathText(path)}.${index}.${name}`);
    return reason === undefined ? undefined : `It ${reason}.`;
  };
  const whole = errors.get(pathText(path));
  return (
    <fieldset style={{ margin: 0, padding: 0, border: 0, minWidth: 0 }}>
      <Text component="legend" size="sm" fw={500} mb={4}>
        Choices
      </Text>
      {(items as readonly Option[]).map((option, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: choices have no identity beyond their place
        <Group key={index} gap="xs" mb="xs" wrap="nowrap" align="flex-start">
          <TextInput
            aria-label={`Label of choice ${index + 1}`}
            value={String(option.label ?? '')}
            onChange={({ currentTarget }) => change(index, { ...option, label: currentTarget.value })}
            error={problem(index, 'label')}
            readOnly={isReadOnly}
            flex={1}
          />
          <TextInput
            aria-label={`Value of choice ${index + 1}`}
            value={String(option.value ?? '')}
            onChange={({ currentTarget }) => change(index, { ...option, value: currentTarget.value })}
            error={problem(index, 'value')}
            readOnly={isReadOnly || (option.value !== undefined && typeof option.value !== 'string')}
            flex={1}
          />
          {!isReadOnly && (
            <ActionIcon
              variant="subtle"
              color="gray"
              size={36}
              aria-label={`Remove choice ${index + 1}`}
              onClick={() => set(items.toSpliced(index, 1))}
            >
              <IconX size={16} />
            </ActionIcon>
          )}
        </Group>
      ))}
      {whole !== undefined && (
        <Text size="xs" c="var(--azulejo-bad)" mb="xs">
          It {whole}.
        </Text>
      )}
      {!isReadOnly && (
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={16} />}
          onClick={() => set([...items, { label: '', value: '' }])}
        >
          Add choice
        </Button>
      )}
    </fieldset>
  );
}
