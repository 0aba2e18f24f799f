import { t } from '@lingui/core/macro';
import { Group, Select, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { listQuery } from '../../devices/templates/data/queries.ts';
import { TemplatePicture } from '../../devices/templates/picture/template-picture.tsx';
import { usePortal } from '../../session/portal.ts';
import classes from './select.module.css';

type Props = { value: string | null; onChange: (templateId: string | null) => void };

/** Chooses a template by picture and a part of vendor, model or name. */
export function TemplateSelect({ value, onChange }: Props) {
  const portal = usePortal();
  const { data } = useQuery(listQuery(portal));
  const templates = new Map((data?.templates ?? []).map((template) => [template.id, template]));
  return (
    <Select
      label={t`Template`}
      placeholder={t`Part of the vendor, model or name`}
      data={[...templates.values()].map(({ id, vendor, model, name }) => ({
        value: id,
        label: `${vendor} ${model} · ${name}`,
      }))}
      renderOption={({ option }) => {
        const template = templates.get(option.value);
        return (
          template && (
            <Group gap="sm" wrap="nowrap">
              <TemplatePicture picture={template.thumbnail_url} kind={template.kind} size={36} />
              <div>
                <Text size="sm">
                  {template.vendor} {template.model}
                </Text>
                <Text size="xs" c="dimmed">
                  {template.name}
                </Text>
              </div>
            </Group>
          )
        );
      }}
      value={value}
      onChange={onChange}
      searchable
      withScrollArea={false}
      classNames={{ options: classes.options ?? '' }}
      limit={50}
      nothingFoundMessage={t`No matching templates`}
      required
      withAsterisk={false}
    />
  );
}
