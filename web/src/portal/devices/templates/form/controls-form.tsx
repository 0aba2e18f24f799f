import type { TemplateProperty } from '@azulejo/contract';
import { t } from '@lingui/core/macro';
import { Stack } from '@mantine/core';
import { type Path, setAt } from '../../../../design/member-path.ts';
import { blankControl, configOf, freeName } from '../draft/blank.ts';
import { useDraft, useList, useMember } from '../draft/draft.tsx';
import { ChoiceField, NameField, NumberField, TextField } from './fields.tsx';
import { Columns } from './form-section.tsx';
import { JsonField } from './json-field.tsx';
import { OptionsField } from './options-field.tsx';
import { PartList } from './part-list.tsx';

type Control = TemplateProperty['controlInterfaces'][number];

export function ControlsForm({ path }: { path: Path }) {
  const { vocabulary } = useDraft();
  const items = useList(path).items as readonly Control[];
  const ids = items.map(({ id }) => id);
  const words = new Map(vocabulary.control_interfaces.map(({ value, label }) => [value, label]));
  return (
    <PartList
      path={path}
      noun={t`control`}
      empty={t`There is none.`}
      name={({ id, controlInterface }: Control) => words.get(controlInterface) ?? id}
      summary={({ id }) => id}
      create={() => blankControl(freeName('value', ids)) as Control}
    >
      {(at) => <ControlForm path={at} />}
    </PartList>
  );
}

function ControlForm({ path }: { path: Path }) {
  const { vocabulary, change } = useDraft();
  const { value: kind } = useMember([...path, 'controlInterface']);
  const { set: rename } = useMember([...path, 'id']);
  const config: Path = [...path, 'config'];
  return (
    <Stack gap="sm">
      <Columns>
        <ChoiceField
          path={[...path, 'controlInterface']}
          label={t`Kind of control`}
          data={vocabulary.control_interfaces}
          onChoose={(next) =>
            change((earlier) =>
              setAt(setAt(earlier, [...path, 'controlInterface'], next), config, configOf(next)),
            )
          }
        />
        <NameField
          path={[...path, 'id']}
          label={t`Control id`}
          description={t`Used by rules.`}
          onRename={rename}
        />
      </Columns>
      <ConfigFields kind={String(kind)} path={config} />
      <JsonField
        path={config}
        label={t`All settings`}
        description={t`Apps may read more settings than those above.`}
      />
    </Stack>
  );
}

/** Edits the settings that apps support for each kind. */
function ConfigFields({ kind, path }: { kind: string; path: Path }) {
  switch (kind) {
    case 'switch':
      return (
        <Columns>
          <TextField path={[...path, 'on']} label={t`Text for on`} isOptional />
          <TextField path={[...path, 'off']} label={t`Text for off`} isOptional />
        </Columns>
      );
    case 'slider':
    case 'number':
      return (
        <Columns>
          <NumberField path={[...path, 'min']} label={t`Minimum`} isOptional />
          <NumberField path={[...path, 'max']} label={t`Maximum`} isOptional />
          <NumberField path={[...path, 'step']} label={t`Step`} isOptional />
          <TextField path={[...path, 'suffix']} label={t`Suffix`} isOptional />
        </Columns>
      );
    case 'text-picker':
      return <OptionsField path={[...path, 'options']} />;
    case 'button':
      return (
        <Columns>
          <TextField path={[...path, 'label']} label={t`Label of the button`} isOptional />
          <TextField path={[...path, 'value']} label={t`Value sent when pressed`} isOptional />
        </Columns>
      );
    default:
      return null;
  }
}
