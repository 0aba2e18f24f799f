import { Button, Group, Select, TextInput, type TextInputProps } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { Filter } from './filter.ts';

/** Prefixes that several actions have in common. */
const actions = [
  {
    group: 'Portal',
    items: [
      { value: 'portal', label: 'All portal activity' },
      { value: 'portal.sign-in', label: 'Sign-ins to the portal' },
      { value: 'portal.account', label: 'Accounts' },
      { value: 'portal.invitation', label: 'Invitations' },
      { value: 'portal.second-factor', label: 'Second factors' },
    ],
  },
  {
    group: 'Platform',
    items: [
      { value: 'application', label: 'Applications' },
      { value: 'user', label: 'Users' },
      { value: 'template', label: 'Templates' },
      { value: 'device', label: 'Devices' },
      { value: 'virtual-device', label: 'Virtual devices' },
      { value: 'pairing', label: 'Devices added' },
      { value: 'sign-in', label: 'Sign-ins of users' },
      { value: 'refused', label: 'Refusals' },
    ],
  },
];

const known = new Set(actions.flatMap(({ items }) => items.map(({ value }) => value)));

type Props = { filter: Filter; onChange: (filter: Filter) => void };

/** The filter form. It is keyed by the filter, so that it resets when another one comes from elsewhere. */
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
            label="What"
            placeholder="Everything"
            data={[...more, ...actions]}
            clearable
            clearButtonProps={{ 'aria-label': 'Everything' }}
            flex="1 1 14rem"
            {...form.getInputProps('action')}
          />
          <PersonInput label="By whom" {...form.getInputProps('actor')} />
          <PersonInput label="To whom or what" {...form.getInputProps('target')} />
          <TextInput label="From" type="date" flex="1 1 9rem" {...form.getInputProps('from')} />
          <TextInput label="Until" type="date" flex="1 1 9rem" {...form.getInputProps('until')} />
          <Button type="submit" variant="default">
            Filter
          </Button>
          {Object.keys(filter).length > 0 && (
            <Button variant="subtle" onClick={() => onChange({})}>
              Show all
            </Button>
          )}
        </Group>
      </form>
    </search>
  );
}

function PersonInput(props: TextInputProps) {
  return (
    <TextInput placeholder="E-mail or id" autoComplete="off" maxLength={320} flex="1 1 14rem" {...props} />
  );
}
