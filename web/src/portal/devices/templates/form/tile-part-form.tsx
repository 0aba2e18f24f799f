import type { Information } from '@azulejo/contract';
import { propertiesOfType } from '@azulejo/model';
import { t } from '@lingui/core/macro';
import { Stack } from '@mantine/core';
import { type Path, setAt } from '../../../../design/member-path.ts';
import { optionsOf } from '../draft/blank.ts';
import { useDraft, useMember } from '../draft/draft.tsx';
import { ChoiceField, SearchField, TextField } from './fields.tsx';
import { Columns } from './form-section.tsx';

type PartProps = { path: Path };

/** Chooses component and property; only those that the tile can show are offered. */
function BoundFields({ path }: PartProps) {
  const { template, change } = useDraft();
  const { value: shown } = useMember([...path.slice(0, 2), 'components']);
  const { value: componentType } = useMember([...path, 'componentType']);
  const ids = Array.isArray(shown) ? shown : [];
  const types = [
    ...new Set(template.components.filter(({ id }) => ids.includes(id)).map(({ type }) => type)),
  ];
  const propertiesOf = (type: unknown) => propertiesOfType(template.properties, String(type));
  return (
    <Columns>
      <ChoiceField
        path={[...path, 'componentType']}
        label={t`Component type`}
        data={types.map((type) => ({ value: type, label: type }))}
        onChoose={(type) =>
          change((earlier) => {
            const property = propertiesOf(type)[0]?.id ?? '';
            return setAt(setAt(earlier, [...path, 'componentType'], type), [...path, 'property'], property);
          })
        }
      />
      <SearchField
        path={[...path, 'property']}
        label={t`Property`}
        data={propertiesOf(componentType).map(({ id, label }) => ({ value: id, label: `${label} (${id})` }))}
      />
    </Columns>
  );
}

export function InformationForm({ path }: PartProps) {
  const { vocabulary, change } = useDraft();
  const { value: type } = useMember([...path, 'type']);
  const options: Path = [...path, 'options'];
  return (
    <Stack gap="sm">
      <BoundFields path={path} />
      <Columns>
        <ChoiceField
          path={[...path, 'type']}
          label={t`Drawn`}
          data={vocabulary.information_types}
          onChoose={(next) =>
            change((earlier) =>
              setAt(
                setAt(earlier, [...path, 'type'], next),
                options,
                optionsOf[next as Information['type']] ?? {},
              ),
            )
          }
        />
        {type !== 'icon-color' && (
          <TextField
            path={[...options, 'inputPath']}
            label={t`Part of the value`}
            description={t`$ is the whole value.`}
          />
        )}
      </Columns>
      <TypeFields type={String(type)} options={options} />
    </Stack>
  );
}

function TypeFields({ type, options }: { type: string; options: Path }) {
  const { vocabulary } = useDraft();
  switch (type) {
    case 'text-unit':
      return (
        <SearchField
          path={[...options, 'inputUnit']}
          label={t`Unit`}
          description={t`Used if the property has no unit.`}
          data={vocabulary.units}
        />
      );
    case 'text-expression':
      return (
        <Columns cols={3}>
          <TextField
            path={[...options, 'mathExpression']}
            label={t`Expression in x`}
            description={t`Such as x / 10.`}
          />
          <TextField path={[...options, 'prefix']} label={t`Prefix`} />
          <TextField path={[...options, 'suffix']} label={t`Suffix`} />
        </Columns>
      );
    case 'icon-color':
      return (
        <Columns>
          <TextField
            path={[...options, 'char']}
            label={t`Glyph`}
            description={t`From the icon font, such as \uE8A0.`}
          />
          <TextField path={[...options, 'format']} label={t`Format of the colour`} />
        </Columns>
      );
    default:
      return null;
  }
}

export function ActionForm({ path }: PartProps) {
  const { vocabulary } = useDraft();
  return (
    <Stack gap="sm">
      <BoundFields path={path} />
      <Columns cols={3}>
        <ChoiceField path={[...path, 'type']} label={t`Kind of action`} data={vocabulary.action_types} />
        <ChoiceField path={[...path, 'options', 'icon']} label={t`Look`} data={vocabulary.action_icons} />
        <TextField
          path={[...path, 'options', 'outputPath']}
          label={t`Part of the value`}
          description={t`$ is the whole value.`}
        />
      </Columns>
    </Stack>
  );
}
