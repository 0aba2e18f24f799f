import type { PortalRole } from '@azulejo/contract';
import { t } from '@lingui/core/macro';
import { Radio, Stack } from '@mantine/core';

const roles = (): readonly { role: PortalRole; label: string; may: string }[] => [
  { role: 'owner', label: t`Owner`, may: t`Can do everything, including managing accounts.` },
  { role: 'developer', label: t`Developer`, may: t`Can do everything except manage accounts.` },
  { role: 'viewer', label: t`Viewer`, may: t`Can view everything but change nothing.` },
];

export const roleLabel = (role: PortalRole): string =>
  roles().find((each) => each.role === role)?.label ?? role;

type Props = { value: PortalRole; onChange: (role: PortalRole) => void };

export function RolePicker({ value, onChange }: Props) {
  return (
    <Radio.Group label={t`Role`} value={value} onChange={(role) => onChange(role as PortalRole)}>
      <Stack gap="sm" mt="xs">
        {roles().map(({ role, label, may }) => (
          <Radio key={role} value={role} label={label} description={may} />
        ))}
      </Stack>
    </Radio.Group>
  );
}
