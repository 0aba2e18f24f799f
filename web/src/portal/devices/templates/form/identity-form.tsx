import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Autocomplete, Button, Stack, TextInput } from '@mantine/core';
import { useDraft, useMember } from '../draft/draft.tsx';
import { SearchField, TextField, WordsField } from './fields.tsx';
import { Columns, FormSection } from './form-section.tsx';
import { PartList } from './part-list.tsx';
import { PictureField } from './picture-field.tsx';

/** Edits the device's kind, name and pictures. */
export function IdentityForm() {
  const { vocabulary } = useDraft();
  return (
    <Stack gap="xl">
      <FormSection order={2} title={t`Device`} about={t`What people see when they add one.`}>
        <TextField path={['name']} label={t`Name`} description={t`Such as Smart plug with energy meter.`} />
        <Columns>
          <TextField path={['vendor']} label={t`Vendor`} />
          <TextField path={['model']} label={t`Model`} />
        </Columns>
        <Columns>
          <KindField />
          <WordsField path={['categories']} label={t`Categories`} suggestions={vocabulary.categories} />
        </Columns>
      </FormSection>
      <FormSection
        order={2}
        title={t`Pictures`}
        about={t`A PNG or JPEG from the platform, uploaded here, or a URL.`}
      >
        <Columns>
          <PictureField path={['picture']} label={t`Photo of the device`} />
          <PictureField path={['tilePicture']} label={t`Picture of its tile`} />
        </Columns>
      </FormSection>
      <FormSection order={2} title={t`For programs`}>
        <IdField />
        <TextField
          path={['content']}
          label={t`Content kind`}
          description={t`Copied to channels; use “Device” for physical devices.`}
        />
        <Columns>
          <SearchField
            path={['interface', 'uuid']}
            label={t`Page`}
            description={t`Opened when the tile is tapped.`}
            data={vocabulary.interfaces.map((value) => ({ value, label: value }))}
          />
          <TextField path={['interface', 'etag']} label={t`Tag of the page`} />
        </Columns>
        <NativeParts />
        <SourceFields />
      </FormSection>
    </Stack>
  );
}

/** Shown only if the id is invalid, because it is generated. */
function IdField() {
  const { value, set, error, isReadOnly } = useMember(['id']);
  if (error === undefined) return null;
  return (
    <Stack gap="xs" align="start">
      <TextInput
        label={t`Id`}
        description={t`A UUID that no other template has.`}
        value={typeof value === 'string' ? value : ''}
        error={t`It ${error}.`}
        readOnly={isReadOnly}
        onChange={({ currentTarget }) => set(currentTarget.value)}
        spellCheck={false}
        w="100%"
      />
      {!isReadOnly && (
        <Button variant="default" size="xs" onClick={() => set(crypto.randomUUID())}>
          <Trans>Create an id</Trans>
        </Button>
      )}
    </Stack>
  );
}

/** Edits what apps show natively, in addition to the page. */
function NativeParts() {
  return (
    <PartList
      path={['interface', 'native']}
      noun={t`native part`}
      empty={t`Not shown by apps.`}
      name={(part: NativePart, index) => part.id || t`Native part ${index + 1}`}
      create={() => ({ id: '', type: '', size: '' })}
    >
      {(path) => (
        <Columns cols={3}>
          <TextField path={[...path, 'id']} label={t`Id`} />
          <TextField path={[...path, 'type']} label={t`Type`} />
          <TextField path={[...path, 'size']} label={t`Size`} />
        </Columns>
      )}
    </PartList>
  );
}

type NativePart = { id: string; type: string; size: string };

/** Shows the source from which the template was generated, if there is one. */
function SourceFields() {
  const { template } = useDraft();
  if (template.source === undefined) return null;
  return (
    <Columns>
      <TextField path={['source', 'package']} label={t`Source package`} />
      <TextField path={['source', 'version']} label={t`Source version`} />
      <TextField path={['source', 'license']} label={t`Source license`} />
      <TextField path={['source', 'model']} label={t`Source model`} />
    </Columns>
  );
}

/** Chooses an existing kind, or a new one. */
function KindField() {
  const { vocabulary } = useDraft();
  const { value, set, error, isReadOnly } = useMember(['kind']);
  return (
    <Autocomplete
      label={t`Kind`}
      value={typeof value === 'string' ? value : ''}
      data={vocabulary.kinds}
      onChange={set}
      readOnly={isReadOnly}
      error={error === undefined ? undefined : t`It ${error}.`}
      maxLength={100}
    />
  );
}
