import type { PortalApplicationDetail } from '@azulejo/contract';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Anchor, Button, Group, Select, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { listQuery } from '../../devices/templates/data/queries.ts';
import { usePortal } from '../../session/portal.ts';
import { Section } from '../../ui/section.tsx';
import { useChange } from './data/use-change.ts';
import classes from './links.module.css';

type Props = {
  application: Pick<PortalApplicationDetail, 'client_id' | 'templates'>;
  mayChange: boolean;
  /** Called after a template was assigned or released. */
  onChanged?: () => void;
};

/** Lists the templates whose devices a manager makes. */
export function Templates({ application, mayChange, onChanged }: Props) {
  const portal = usePortal();
  const { client_id: application_id, templates } = application;
  const release = useChange(
    (template_id: string) => portal.applications.releaseTemplate({ application_id, template_id }),
    { done: t`The template was released.` },
  );
  return (
    <Section
      title={t`Templates`}
      text={t`The manager can create channels from these templates. A template has one manager.`}
    >
      {templates.length === 0 ? (
        <Text size="sm">
          <Trans>No templates are assigned, so the manager cannot create channels yet.</Trans>
        </Text>
      ) : (
        <ul className={classes.list}>
          {templates.map(({ id, name }) => (
            <li key={id} className={classes.item}>
              <Anchor component={Link} to={`/templates/${id}`} style={{ overflowWrap: 'anywhere' }}>
                {name}
              </Anchor>
              {mayChange && (
                <Button
                  variant="default"
                  size="xs"
                  aria-label={t`Release ${name}`}
                  loading={release.isPending && release.variables === id}
                  onClick={() => release.mutate(id, { onSuccess: () => onChanged?.() })}
                >
                  <Trans>Release</Trans>
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {mayChange && <Assign application={application} onChanged={onChanged} />}
    </Section>
  );
}

function Assign({ application, onChanged }: Pick<Props, 'application' | 'onChanged'>) {
  const portal = usePortal();
  const { client_id: application_id, templates } = application;
  const [chosen, setChosen] = useState<string | null>(null);
  const choices = useQuery(listQuery(portal));
  const assign = useChange(
    (template_id: string) => portal.applications.assignTemplate({ application_id, template_id }),
    { done: t`The template was assigned.` },
  );
  const assigned = new Set(templates.map(({ id }) => id));
  const data = (choices.data?.templates ?? [])
    .filter(({ id }) => !assigned.has(id))
    .map(({ id: value, name, vendor, model }) => ({ value, label: `${name} (${vendor} ${model})` }));
  if (choices.isSuccess && data.length === 0) return null;
  return (
    <Group align="flex-end" gap="sm">
      <Select
        label={t`Template`}
        data={data}
        value={chosen}
        onChange={setChosen}
        searchable
        limit={100}
        nothingFoundMessage={t`No matching template`}
        flex="1 1 14rem"
      />
      <Button
        variant="default"
        disabled={chosen === null}
        loading={assign.isPending}
        onClick={() => {
          if (chosen === null) return;
          assign.mutate(chosen, {
            onSuccess: () => {
              setChosen(null);
              onChanged?.();
            },
          });
        }}
      >
        <Trans>Assign</Trans>
      </Button>
    </Group>
  );
}
