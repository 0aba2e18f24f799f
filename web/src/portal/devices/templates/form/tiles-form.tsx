import type { Action, Information, TemplateTile } from '@azulejo/contract';
import { propertiesOfType } from '@azulejo/model';
import { t } from '@lingui/core/macro';
import { MultiSelect, Stack } from '@mantine/core';
import { type Path, pathText } from '../../../../design/member-path.ts';
import { blankAction, blankInformation, blankTile } from '../draft/blank.ts';
import { useDraft, useMember } from '../draft/draft.tsx';
import { FlagField, TextField } from './fields.tsx';
import { FormSection } from './form-section.tsx';
import { PartList } from './part-list.tsx';
import { ActionForm, InformationForm } from './tile-part-form.tsx';

export function TilesForm() {
  const { template } = useDraft();
  return (
    <FormSection
      order={2}
      title={t`Tiles`}
      about={t`How people see the device: one tile, or one for each component of a repeated type. A tile shows the first two values and the first action.`}
    >
      <PartList
        path={['tiles']}
        noun={t`tile`}
        empty={t`No tiles yet: people cannot see the device.`}
        name={(tile: TemplateTile, index) => tile.label ?? t`Tile ${index + 1}`}
        summary={({ components }) => components?.join(', ')}
        create={() => blankTile(template.components[0]?.id ?? '')}
        duplicate={(tile) => tile}
      >
        {(path) => <TileForm path={path} />}
      </PartList>
    </FormSection>
  );
}

function TileForm({ path }: { path: Path }) {
  const { vocabulary } = useDraft();
  const { value: components } = useMember([...path, 'components']);
  const first = useFirstPart(components);
  const types = new Map(vocabulary.information_types.map(({ value, label }) => [value, label]));
  return (
    <Stack gap="lg">
      <TextField
        path={[...path, 'label']}
        label={t`Label`}
        description={t`Follows the device’s name; required if there are several tiles.`}
        isOptional
      />
      <ShownField path={[...path, 'components']} />
      <FlagField path={[...path, 'isGroupable']} label={t`Can be switched as part of a group`} />
      <FormSection
        order={3}
        title={t`Information`}
        about={t`Most important first; a coloured icon comes first.`}
      >
        <PartList
          path={[...path, 'information']}
          noun={t`information`}
          empty={t`No values are shown.`}
          name={({ property }: Information, index) => property || t`Information ${index + 1}`}
          summary={({ type }) => types.get(type)}
          create={() => blankInformation(first.type, first.property)}
        >
          {(at) => <InformationForm path={at} />}
        </PartList>
      </FormSection>
      <FormSection order={3} title={t`Actions`} about={t`What the tile’s switch writes.`}>
        <PartList
          path={[...path, 'actions']}
          noun={t`action`}
          empty={t`No switch.`}
          name={({ property }: Action, index) => property || t`Action ${index + 1}`}
          create={() => blankAction(first.type, first.property)}
        >
          {(at) => <ActionForm path={at} />}
        </PartList>
      </FormSection>
    </Stack>
  );
}

/** Returns the initial component and property of a new part of the tile. */
function useFirstPart(components: unknown): { type: string; property: string } {
  const { template } = useDraft();
  const shown = Array.isArray(components) ? components : [];
  const type = template.components.find(({ id }) => shown.includes(id))?.type ?? '';
  const property = propertiesOfType(template.properties, type)[0]?.id ?? '';
  return { type, property };
}

/** Chooses the components that the tile shows. */
function ShownField({ path }: { path: Path }) {
  const { template, errors } = useDraft();
  const { value, set, error, isReadOnly } = useMember(path);
  const shown = Array.isArray(value) ? value.map(String) : [];
  const inner = shown.flatMap((_id, index) => errors.get(`${pathText(path)}.${index}`) ?? []);
  const problem = error ?? inner[0];
  const labels = new Map(template.components.map(({ id, label }) => [id, label]));
  const ids = [...new Set([...labels.keys(), ...shown])].filter(Boolean);
  return (
    <MultiSelect
      label={t`Components`}
      data={ids.map((id) => ({ value: id, label: labels.get(id) ? `${labels.get(id)} (${id})` : id }))}
      value={shown}
      onChange={set}
      readOnly={isReadOnly}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      error={problem === undefined ? undefined : t`It ${problem}.`}
    />
  );
}
