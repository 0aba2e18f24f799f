import type { TemplateProperty } from '@azulejo/contract';
import { t } from '@lingui/core/macro';
import { blankProperty, freeName } from '../draft/blank.ts';
import { useDraft } from '../draft/draft.tsx';
import { FormSection } from './form-section.tsx';
import { PartList } from './part-list.tsx';
import { PropertyForm } from './property-form.tsx';

export function PropertiesForm() {
  const { template, vocabulary } = useDraft();
  const ids = template.properties.map(({ id }) => id);
  const schemas = new Map(vocabulary.schemas.map(({ name, title }) => [name, title]));
  return (
    <FormSection
      order={2}
      title={t`Properties`}
      about={t`What a component’s owner reports, and what can be read and written.`}
    >
      <PartList
        path={['properties']}
        noun={t`property`}
        empty={t`No properties yet: nothing can be read or written.`}
        name={(property: TemplateProperty, index) =>
          property.label || property.id || t`Property ${index + 1}`
        }
        summary={({ id, schema, io, components }) =>
          [id, schemas.get(schema) ?? schema, io, components?.join(', ')].filter(Boolean).join(' · ')
        }
        create={() => blankProperty(freeName('property', ids), template.components[0]?.type ?? '')}
        duplicate={(property) => ({ ...property, id: freeName(property.id, ids) })}
      >
        {(path) => <PropertyForm path={path} />}
      </PartList>
    </FormSection>
  );
}
