import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Select, TextInput, type TextInputProps } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { Filter } from './filter.ts';

/** Prefixes that several actions have in common. */
const actions = () => [
  {
    group: t`Portal`,
    items: [
      { value: 'portal', label: t`All portal activity` },
      { value: 'portal.sign-in', label: t`Sign-ins to the portal` },
      { value: 'portal.account', label: t`Accounts` },
      { value: 'portal.invitation', label: t`Invitations` },
      { value: 'portal.second-factor', label: t`Second factors` },
    ],
  },
  {
    group: t`Platform`,
    items: [
      { value: 'application', label: t`Applications` },
      { value: 'user', label: t`Users` },
      { value: 'template', label: t`Templates` },
      { value: 'device', label: t`Devices` },
      { value: 'virtual-device', label: t`Virtual devices` },
      { value: 'pairing', label: t`Devices added` },
      { value: 'sign-in', label: t`Sign-ins of users` },
      { value: 'refused', label: t`Refusals` },
    ],
  },
];

const known = new Set(actions().flatMap(({ items }) => items.map(({ value }) => value)));

type Props = { filter: Filter; onChange: (filter: Filter) => void };

/** Edits the filter. It is keyed by the filter, so that it resets when another one comes from elsewhere. */
export function AuditFilter({ filter, onChange }: Props) {
  const form = useForm({
    initialValues: {
      action: filter.action ?? null,
      actor: filter.actor ?? '',
      target: filter.target ?? '',
      from: filter.from ?? '',
      until: filter.until ?? '',
    },
  });
  const { action } = filter;
  const more = action !== undefined && !known.has(action) ? [{ value: action, label: action }] : [];
  const submit = form.onSubmit(({ action: chosen, ...values }) => {
    const entries = Object.entries({ ...values, action: chosen ?? '' }).map(([name, value]) => [
      name,
      value.trim(),
    ]);
    onChange(Object.fromEntries(entries.filter(([, value]) => value !== '')));
  });
  return (
    <search>
      <form onSubmit={submit}>
        <Group gap="sm" align="end">
          <Select
            label={t`What`}
            placeholder={t`Everything`}
            data={[...more, ...actions()]}
            clearable
            clearButtonProps={{ 'aria-label': t`Everything` }}
            flex="1 1 14rem"
            {...form.getInputProps('action')}
          />
          <PersonInput label={t`By whom`} {...form.getInputProps('actor')} />
          <PersonInput label={t`To whom or what`} {...form.getInputProps('target')} />
          <Group gap="sm" align="end" flex="1 1 28rem">
            <DateInput label={t({ message: 'From', context: 'time' })} {...form.getInputProps('from')} />
            <DateInput label={t`Until`} {...form.getInputProps('until')} />
            <Button type="submit" variant="default">
              <Trans>Filter</Trans>
            </Button>
            {Object.keys(filter).length > 0 && (
              <Button variant="subtle" onClick={() => onChange({})}>
                <Trans>Show all</Trans>
              </Button>
            )}
          </Group>
        </Group>
      </form>
    </search>
  );
}

function DateInput(props: TextInputProps) {
  return <TextInput type="date" flex="1 1 9rem" maw={{ base: 'none', xs: '12rem' }} {...props} />;
}

function PersonInput(props: TextInputProps) {
  return (
    <TextInput placeholder={t`E-mail or id`} autoComplete="off" maxLength={320} flex="1 1 14rem" {...props} />
  );
}
