import type { TemplateMovePlan } from '@azulejo/contract';
import { plural, t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { Button, List, Modal, Progress, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { DialogButtons } from '../../../../design/dialog-buttons.tsx';
import { FormError } from '../../../../design/form-error.tsx';
import { notify } from '../../../../design/notify.ts';
import { ErrorState, LoadingState } from '../../../../design/states.tsx';
import { usePortal } from '../../../session/portal.ts';
import { forgetTemplates, planQuery } from '../data/queries.ts';

type MoveDialogProps = { id: string; from: number; onClose: () => void };

/** Moves devices to the newest version, after showing what that changes. */
export function MoveDialog({ id, from, onClose }: MoveDialogProps) {
  const portal = usePortal();
  const plan = useQuery(planQuery(portal, id, from));
  return (
    <Modal opened onClose={onClose} size="lg" title={t`Move devices from version ${from}`}>
      {plan.isPending && <LoadingState label={t`Checking what would change`} />}
      {plan.isError && <ErrorState error={plan.error} onRetry={() => void plan.refetch()} />}
      {plan.data && <Move id={id} plan={plan.data} onClose={onClose} />}
    </Modal>
  );
}

const devices = (count: number) => plural(count, { one: '# device', other: '# devices' });

function Move({ id, plan, onClose }: { id: string; plan: TemplateMovePlan; onClose: () => void }) {
  const portal = usePortal();
  const queries = useQueryClient();
  const { from_version, to_version, channels } = plan;
  const [done, setDone] = useState(0);
  const move = useMutation({
    mutationFn: async () => {
      for (let count = 0; ; ) {
        const { moved, remaining } = await portal.templates.move({
          template_id: id,
          from_version,
          to_version,
        });
        count += moved;
        setDone(count);
        if (remaining === 0 || moved === 0) return count;
      }
    },
    onSuccess: (count) => {
      notify.done(t`${devices(count)} moved to version ${to_version}`);
      onClose();
    },
    onSettled: () => forgetTemplates(queries),
  });
  return (
    <Stack gap="md">
      <Text>
        <Trans>
          {devices(channels)} will use version {to_version}. Apps see the change at once.
        </Trans>
      </Text>
      <Consequences plan={plan} />
      {move.isPending && (
        <Progress.Root size="lg">
          <Progress.Section
            value={(100 * done) / Math.max(1, channels)}
            aria-label={t`Devices moved`}
            animated
          />
        </Progress.Root>
      )}
      <FormError error={move.error} />
      <DialogButtons onCancel={onClose}>
        <Button onClick={() => move.mutate()} loading={move.isPending} disabled={channels === 0}>
          <Trans>Move {devices(channels)}</Trans>
        </Button>
      </DialogButtons>
    </Stack>
  );
}

function Consequences({ plan }: { plan: TemplateMovePlan }) {
  const all = [
    {
      title: t`Properties that are removed with their last values (their history stays)`,
      items: plan.lost_properties,
      isLoss: true,
    },
    { title: t`Tiles that are removed from people’s homes`, items: plan.lost_tiles, isLoss: true },
    {
      title: t`Properties that take different values (automations that use them may stop working)`,
      items: plan.changed_schemas,
      isLoss: true,
    },
    { title: t`New properties`, items: plan.new_properties, isLoss: false },
    { title: t`New tiles`, items: plan.new_tiles, isLoss: false },
  ].filter(({ items }) => items.length > 0);
  if (all.length === 0)
    return (
      <Text c="dimmed">
        <Trans>Nothing is lost. Properties and tiles stay the same.</Trans>
      </Text>
    );
  return (
    <>
      {all.map(({ title, items, isLoss }) => (
        <div key={title}>
          <Text size="sm" fw={600} {...(isLoss && { c: 'var(--azulejo-bad)' })}>
            {title}
          </Text>
          <List size="sm">
            {items.slice(0, 20).map((item) => (
              <List.Item key={item}>{item}</List.Item>
            ))}
            {items.length > 20 && (
              <List.Item>
                <Plural value={items.length - 20} one="and # more" other="and # more" />
              </List.Item>
            )}
          </List>
        </div>
      ))}
    </>
  );
}
