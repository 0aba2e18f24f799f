import type { TemplateProperty } from '@azulejo/contract';
import { t } from '@lingui/core/macro';
import { MultiSelect, Stack } from '@mantine/core';
import type { Path } from '../../../../design/member-path.ts';
import { useDraft, useMember } from '../draft/draft.tsx';
import { renameProperty } from '../draft/rename.ts';
import { ControlsForm } from './controls-form.tsx';
import {
  ChoiceField,
  FlagField,
  NameField,
  NumberField,
  SearchField,
  TextField,
  WordsField,
} from './fields.tsx';
import { Columns, FormSection } from './form-section.tsx';
import { JsonField } from './json-field.tsx';
import { RulesForm } from './rules-form.tsx';

/** Edits a property. */
export function PropertyForm({ path }: { path: Path }) {
  const { change } = useDraft();
  const index = Number(path[1]);
  const at = (name: keyof TemplateProperty): Path => [...path, name];
  return (
    <Stack gap="xl">
      <FormSection order={3} title={t`What it is`}>
        <Columns>
          <TextField path={at('label')} label={t`Label`} description={t`Such as Brightness.`} />
          <TextField
            path={at('agentLabel')}
            label={t`Name in a sentence`}
            description={t`When the brightness …`}
          />
        </Columns>
        <Columns>
          <NameField
            path={at('id')}
            label={t`Id`}
            description={t`Used in topics; renaming updates tiles.`}
            onRename={(id) => change((earlier) => renameProperty(earlier, index, id))}
          />
          <OwnersField path={at('components')} />
        </Columns>
        <WordsField
          path={at('classes')}
          label={t`Classes`}
          description={t`Of the form com.vendor.properties.group.name.`}
        />
      </FormSection>
      <ValuesSection path={path} />
      <FormSection order={3} title={t`Controls`} about={t`How people and automations enter a value.`}>
        <ControlsForm path={at('controlInterfaces')} />
      </FormSection>
      <AutomationSection path={path} />
      <FormSection
        order={3}
        title={t`On tiles`}
        about={t`Used when a device has no tile of its own: 1 is the first choice, 0 means not shown.`}
      >
        <Columns>
          <NumberField path={at('mainInformationPriority')} label={t`As information`} min={0} />
          <NumberField path={at('mainActionPriority')} label={t`As action`} min={0} />
        </Columns>
      </FormSection>
    </Stack>
  );
}

/** Edits the types of components that have the property. */
function OwnersField({ path }: { path: Path }) {
  const { template, errors } = useDraft();
  const { value, set, error, isReadOnly } = useMember(path);
  const owners = Array.isArray(value) ? value.map(String) : [];
  const inner = owners.flatMap((_owner, index) => errors.get(`${path.join('.')}.${index}`) ?? []);
  const problem = error ?? inner[0];
  const types = [...new Set([...template.components.map(({ type }) => type), ...owners])].filter(Boolean);
  return (
    <MultiSelect
      label={t`Component types`}
      description={t`Every component of these types has it.`}
      data={types}
      value={owners}
      onChange={set}
      readOnly={isReadOnly}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      error={problem === undefined ? undefined : t`It ${problem}.`}
    />
  );
}

function ValuesSection({ path }: { path: Path }) {
  const { vocabulary } = useDraft();
  const { value: schema } = useMember([...path, 'schema']);
  const about = vocabulary.schemas.find(({ name }) => name === schema)?.description;
  const keywords = vocabulary.schema_keywords.slice(0, 6).join(', ');
  return (
    <FormSection order={3} title={t`Values`}>
      <Columns>
        <SearchField
          path={[...path, 'schema']}
          label={t`Schema`}
          description={about}
          data={vocabulary.schemas.map(({ name, title }) => ({ value: name, label: `${title} (${name})` }))}
        />
        <ChoiceField
          path={[...path, 'io']}
          label={t`Access`}
          description={t`What clients may do with it.`}
          data={vocabulary.io.map(({ value, label }) => ({ value, label: `${label} (${value})` }))}
        />
      </Columns>
      <JsonField
        path={[...path, 'schemaExtension']}
        label={t`Additional constraints`}
        description={t`JSON Schema, such as {"minimum": 0}: ${keywords} and others.`}
      />
      <UnitsFields path={[...path, 'unitsOptions']} />
      <ReportFields path={path} />
      <WordsField path={[...path, 'requiredCapabilities']} label={t`Phone capabilities it needs`} />
    </FormSection>
  );
}

function UnitsFields({ path }: { path: Path }) {
  const { vocabulary } = useDraft();
  return (
    <Columns cols={3}>
      <SearchField path={[...path, 'vendorUnit']} label={t`Device unit`} data={vocabulary.units} />
      <SearchField
        path={[...path, 'targetMetric']}
        label={t`Display unit (metric)`}
        data={vocabulary.units}
      />
      <SearchField
        path={[...path, 'targetImperial']}
        label={t`Display unit (imperial)`}
        data={vocabulary.units}
      />
    </Columns>
  );
}

/** Edits how often the value may be written, and which values the device reports. */
function ReportFields({ path }: { path: Path }) {
  return (
    <Columns>
      <NumberField
        path={[...path, 'rateLimit']}
        label={t`Writes per minute`}
        description={t`0 means no limit.`}
        min={0}
      />
      <div style={{ alignSelf: 'center' }}>
        <FlagField
          path={[...path, 'onChange']}
          label={t`Only changes are reported`}
          description={t`Turn off to report every measurement, changed or not.`}
        />
      </div>
    </Columns>
  );
}

function AutomationSection({ path }: { path: Path }) {
  return (
    <FormSection order={3} title={t`Automations`}>
      <FlagField path={[...path, 'isTriggerable']} label={t`Can start an automation`} />
      <RulesForm path={[...path, 'triggers']} controls={[...path, 'controlInterfaces']} kind="trigger" />
      <FlagField path={[...path, 'isStateful']} label={t`Can be a condition of an automation`} />
      <RulesForm path={[...path, 'states']} controls={[...path, 'controlInterfaces']} kind="state" />
      <FlagField path={[...path, 'isActionable']} label={t`Can be an action of an automation`} />
      <RulesForm path={[...path, 'actions']} controls={[...path, 'controlInterfaces']} kind="action" />
    </FormSection>
  );
}
