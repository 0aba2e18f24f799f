import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { ActionIcon, Button, Group, Text, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '../../../../design/icons.generated.ts';
import { type Path, pathText } from '../../../../design/member-path.ts';
import { useDraft, useList } from '../draft/draft.tsx';

type Option = { label?: unknown; value?: unknown };

/** Edits the options of a text picker. Values that are not text are edited in the settings' JSON. */
export function OptionsField({ path }: { path: Path }) {
  const { errors, isReadOnly } = useDraft();
  const { items, set } = useList(path);
  const whole = errors.get(pathText(path));
  return (
    <fieldset style={{ margin: 0, padding: 0, border: 0, minWidth: 0 }}>
      <Text component="legend" size="sm" fw={500} mb={4}>
        <Trans>Choices</Trans>
      </Text>
      {(items as readonly Option[]).map((option, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: choices have no identity beyond their place
        <OptionRow key={index} path={path} index={index} option={option} />
      ))}
      {whole !== undefined && (
        <Text size="xs" c="var(--azulejo-bad)" mb="xs">
          <Trans>It {whole}.</Trans>
        </Text>
      )}
      {!isReadOnly && (
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={16} />}
          onClick={() => set([...items, { label: '', value: '' }])}
        >
          <Trans>Add choice</Trans>
        </Button>
      )}
    </fieldset>
  );
}

/** Edits one choice: its label and its value. It can be removed. */
function OptionRow({ path, index, option }: { path: Path; index: number; option: Option }) {
  const { errors, isReadOnly } = useDraft();
  const { items, set } = useList(path);
  const change = (next: Option) => set(items.toSpliced(index, 1, next));
  const problem = (name: string) => {
    const reason = errors.get(`${pathText(path)}.${index}.${name}`);
    return reason === undefined ? undefined : t`It ${reason}.`;
  };
  return (
    <Group gap="xs" mb="xs" wrap="nowrap" align="flex-start">
      <TextInput
        aria-label={t`Label of choice ${index + 1}`}
        value={String(option.label ?? '')}
        onChange={({ currentTarget }) => change({ ...option, label: currentTarget.value })}
        error={problem('label')}
        readOnly={isReadOnly}
        flex={1}
      />
      <TextInput
        aria-label={t`Value of choice ${index + 1}`}
        value={String(option.value ?? '')}
        onChange={({ currentTarget }) => change({ ...option, value: currentTarget.value })}
        error={problem('value')}
        readOnly={isReadOnly || (option.value !== undefined && typeof option.value !== 'string')}
        flex={1}
      />
      {!isReadOnly && (
        <ActionIcon
          variant="subtle"
          color="gray"
          size={36}
          aria-label={t`Remove choice ${index + 1}`}
          onClick={() => set(items.toSpliced(index, 1))}
        >
          <IconX size={16} />
        </ActionIcon>
      )}
    </Group>
  );
}
