import { Button, Stack, TextInput } from '@mantine/core';
import { useDraft, useMember } from '../draft/draft.tsx';
import { SearchField, TextField, WordsField } from './fields.tsx';
import { Columns, FormSection } from './form-section.tsx';
import { KindField } from './kind-field.tsx';
import { PartList } from './part-list.tsx';
import { PictureField } from './picture-field.tsx';

/** The form of the device's kind, name and pictures. */
export function IdentityForm() {
  const { vocabulary } = useDraft();
  return (
    <Stack gap="xl">
      <FormSection order={2} title="Device" about="What people see when they add one.">
        <TextField path={['name']} label="Name" description="Such as Smart plug with energy meter." />
        <Columns>
          <TextField path={['vendor']} label="Vendor" />
          <TextField path={['model']} label="Model" />
        </Columns>
        <Columns>
          <KindField />
          <WordsField path={['categories']} label="Categories" suggestions={vocabulary.categories} />
        </Columns>
      </FormSection>
      <FormSection
        order={2}
        title="Pictures"
        about="A PNG or JPEG from the platform, uploaded here, or a URL."
      >
        <Columns>
          <PictureField path={['picture']} label="Photo of the device" />
          <PictureField path={['tilePicture']} label="Picture of its tile" />
        </Columns>
      </FormSection>
      <FormSection order={2} title="For programs">
        <IdField />
        <TextField
          path={['content']}
          label="Content kind"
          description="Copied to channels; use “Device” for physical devices."
        />
        <Columns>
          <SearchField
            path={['interface', 'uuid']}
            label="Page"
            description="Opened when the tile is tapped."
            data={vocabulary.interfaces.map((value) => ({ value, label: value }))}
          />
          <TextField path={['interface', 'etag']} label="Tag of the page" />
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
        label="Id"
        description="A UUID that no other template has."
        value={typeof value === 'string' ? value : ''}
        error={`It ${error}.`}
        readOnly={isReadOnly}
        onChange={({ currentTarget }) => set(currentTarget.value)}
        spellCheck={false}
        w="100%"
      />
      {!isReadOnly && (
        <Button variant="default" size="xs" onClick={() => set(crypto.randomUUID())}>
          Create an id
        </Button>
      )}
    </Stack>
  );
}

/** The form of what apps show natively, in addition to the page. */
function NativeParts() {
  return (
    <PartList
      path={['interface', 'native']}
      noun="native part"
      empty="Not shown by apps."
      name={(part: NativePart, index) => part.id || `Native part ${index + 1}`}
      create={() => ({ id: '', type: '', size: '' })}
    >
      {(path) => (
        <Columns cols={3}>
          <TextField path={[...path, 'id']} label="Id" />
          <TextField path={[...path, 'type']} label="Type" />
          <TextField path={[...path, 'size']} label="Size" />
        </Columns>
      )}
    </PartList>
  );
}

type NativePart = { id: string; type: string; size: string };

/** The source from which the template was generated, if there is one. */
function SourceFields() {
  const { template } = useDraft();
  if (template.source === undefined) return null;
  return (
    <Columns>
      <TextField path={['source', 'package']} label="Source package" />
      <TextField path={['source', 'version']} label="Source version" />
      <TextField path={['source', 'license']} label="Source license" />
      <TextField path={['source', 'model']} label="Source model" />
    </Columns>
  );
}
