import type { PortalRole } from '@azulejo/contract';
import { Radio, Stack } from '@mantine/core';

const roles: readonly { role: PortalRole; label: string; may: string }[] = [
  { role: 'owner', label: 'Owner', may: 'Everything, and who else may enter.' },
  { role: 'developer', label: 'Developer', may: 'Everything but other people’s accounts.' },
  { role: 'viewer', label: 'Viewer', may: 'Look at everything, and change nothing.' },
];

export const roleLabel = (role: PortalRole): string =>
  roles.find((each) => each.role === role)?.label ?? role;

type Props = { value: PortalRole; onChange: (role: PortalRole) => void };

export function RolePicker({ value, onChange }: Props) {
  return (
    <Radio.Group label="Role" value={value} onChange={(role) => onChange(role as PortalRole)}>
      <Stack gap="sm" mt="xs">
        {roles.map(({ role, label, may }) => (
          <Radio key={role} value={role} label={label} description={may} />
        ))}
      </Stack>
    </Radio.Group>
  );
}
