import type { PortalApplicationDetail } from '@azulejo/contract';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Anchor, Button, Group, Select, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { usePortal } from '../../session/portal.ts';
import { Section } from '../../ui/section.tsx';
import { choiceQuery } from './data/queries.ts';
import { useChange } from './data/use-change.ts';
import classes from './links.module.css';

type Props = { application: PortalApplicationDetail; mayChange: boolean };
type Linked = { client_id: string; name: string };

/** Lists the links between distributors and applications, in both directions. */
export function Links(props: Props) {
  return (
    <>
      {props.application.type === 'distributor' && <LinkList {...props} side="works-for" />}
      <LinkList {...props} side="distributors" />
    </>
  );
}

const sides = () =>
  ({
    'works-for': {
      title: t`Works for`,
      text: t`The applications whose users and devices this distributor can access.`,
      none: t`It does not work for any application yet, so it has no access to users.`,
      choose: t`Application`,
      type: 'mobile',
    },
    distributors: {
      title: t`Distributors`,
      text: t`Who can access this application’s users and devices.`,
      none: t`It has no distributors.`,
      choose: t`Distributor`,
      type: 'distributor',
    },
  }) as const;

function LinkList({ application, mayChange, side }: Props & { side: keyof ReturnType<typeof sides> }) {
  const portal = usePortal();
  const { title, text, none } = sides()[side];
  const linked = side === 'works-for' ? application.works_for : application.distributors;
  const ends = (other: string) =>
    side === 'works-for'
      ? { application_id: application.client_id, target_id: other }
      : { application_id: other, target_id: application.client_id };
  const refreshed = () => portal.applications.get({ application_id: application.client_id });
  const add = useChange((other: string) => portal.applications.link(ends(other)).then(refreshed), {
    done: t`Linked.`,
  });
  const remove = useChange((other: string) => portal.applications.unlink(ends(other)).then(refreshed), {
    done: t`The link was removed.`,
  });
  return (
    <Section title={title} text={text}>
      {linked.length === 0 ? (
        <Text size="sm">{none}</Text>
      ) : (
        <ul className={classes.list}>
          {linked.map((other) => (
            <li key={other.client_id} className={classes.item}>
              <Anchor
                component={Link}
                to={`/applications/${other.client_id}`}
                style={{ overflowWrap: 'anywhere' }}
              >
                {other.name}
              </Anchor>
              {mayChange && (
                <Button
                  variant="default"
                  size="xs"
                  aria-label={t`End the link with ${other.name}`}
                  loading={remove.isPending && remove.variables === other.client_id}
                  onClick={() => remove.mutate(other.client_id)}
                >
                  <Trans>End</Trans>
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {mayChange && <Add side={side} application={application} linked={linked} onAdd={add.mutateAsync} />}
    </Section>
  );
}

function Add({
  side,
  application,
  linked,
  onAdd,
}: {
  side: keyof ReturnType<typeof sides>;
  application: PortalApplicationDetail;
  linked: readonly Linked[];
  onAdd: (id: string) => Promise<unknown>;
}) {
  const portal = usePortal();
  const { choose, type } = sides()[side];
  const [chosen, setChosen] = useState<string | null>(null);
  const choices = useQuery(choiceQuery(portal, type));
  const taken = new Set([application.client_id, ...linked.map(({ client_id: id }) => id)]);
  const data = (choices.data?.applications ?? [])
    .filter(({ client_id: id }) => !taken.has(id))
    .map(({ client_id: value, name, namespace }) => ({ value, label: `${name} (${namespace})` }));
  if (choices.isSuccess && data.length === 0) return null;
  return (
    <Group align="flex-end" gap="sm">
      <Select
        label={choose}
        data={data}
        value={chosen}
        onChange={setChosen}
        searchable
        nothingFoundMessage={t`No matches`}
        flex="1 1 14rem"
      />
      <Button
        variant="default"
        disabled={chosen === null}
        onClick={() =>
          chosen !== null &&
          void onAdd(chosen).then(
            () => setChosen(null),
            () => undefined,
          )
        }
      >
        <Trans context="button">Link</Trans>
      </Button>
    </Group>
  );
}
