import type { ListedTemplate } from '@azulejo/contract';
import { t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { Badge, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { writerOf } from './data/writer.ts';
import classes from './template-grid.module.css';

type TemplateGridProps = { label: string; templates: readonly ListedTemplate[] };

export function TemplateGrid({ label, templates }: TemplateGridProps) {
  return (
    <ul className={classes.grid} aria-label={label}>
      {templates.map((template) => (
        <TemplateCard key={template.id} template={template} />
      ))}
    </ul>
  );
}

function TemplateCard({ template }: { template: ListedTemplate }) {
  const { id, name, vendor, model, kind, thumbnail_url: url, version } = template;
  return (
    <li className={classes.card}>
      <img className={classes.picture} src={url} alt="" width={56} height={56} loading="lazy" />
      <div className={classes.words}>
        <Link
          to="/templates/$templateId"
          params={{ templateId: id }}
          search={{}}
          preload={false}
          className={classes.name}
        >
          {name}
        </Link>
        <Text size="sm" c="dimmed" className={classes.model ?? ''}>
          {vendor} {model}
        </Text>
        <Group gap={6} mt={4}>
          <Text size="xs" c="dimmed">
            {kind} · {writerOf(template)}
            {version > 1 && `, ${t`version ${version}`}`}
          </Text>
          <Uses template={template} />
        </Group>
      </div>
    </li>
  );
}

function Uses({ template: { channels, channels_behind: behind } }: { template: ListedTemplate }) {
  if (channels === 0) return null;
  return (
    <>
      <Badge size="sm" variant="light" tt="none">
        <Plural value={channels} one="# device" other="# devices" />
      </Badge>
      {behind > 0 && (
        <Badge size="sm" variant="light" color="ocre" tt="none">
          <Trans>{behind.toLocaleString()} behind</Trans>
        </Badge>
      )}
    </>
  );
}
