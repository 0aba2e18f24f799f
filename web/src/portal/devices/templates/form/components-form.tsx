import type { Component } from '@azulejo/contract';
import { t } from '@lingui/core/macro';
import { Stack } from '@mantine/core';
import { blankComponent, freeName } from '../draft/blank.ts';
import { useDraft } from '../draft/draft.tsx';
import { renameComponent, renameType } from '../draft/rename.ts';
import { NameField, TextField, WordsField } from './fields.tsx';
import { Columns, FormSection } from './form-section.tsx';
import { PartList } from './part-list.tsx';

/** Edits the device's components. */
export function ComponentsForm() {
  const { template, change } = useDraft();
  const ids = template.components.map(({ id }) => id);
  return (
    <FormSection
      order={2}
      title={t`Components`}
      about={t`The parts of the device. The two sockets of a power strip are two components of one type with the same properties.`}
    >
      <PartList
        path={['components']}
        noun={t`component`}
        empty={t`A device has at least one component.`}
        name={(component: Component, index) => component.label || component.id || t`Component ${index + 1}`}
        summary={({ id, type }) => (id === type ? id : `${id}, a ${type}`)}
        create={() => blankComponent(freeName('part', ids))}
        duplicate={(component) => ({ ...component, id: freeName(component.id, ids) })}
      >
        {(path) => {
          const index = Number(path[1]);
          return (
            <Stack gap="sm">
              <TextField path={[...path, 'label']} label={t`Label`} description={t`Such as Left socket.`} />
              <Columns>
                <NameField
                  path={[...path, 'id']}
                  label={t`Id`}
                  description={t`Used in topics; renaming updates tiles.`}
                  onRename={(id) => change((earlier) => renameComponent(earlier, index, id))}
                />
                <NameField
                  path={[...path, 'type']}
                  label={t`Type`}
                  description={t`Properties and tiles refer to it.`}
                  onRename={(type) => change((earlier) => renameType(earlier, index, type))}
                />
              </Columns>
              <WordsField
                path={[...path, 'classes']}
                label={t`Classes`}
                description={t`Of the form com.vendor.components.group.name.`}
              />
            </Stack>
          );
        }}
      </PartList>
    </FormSection>
  );
}
