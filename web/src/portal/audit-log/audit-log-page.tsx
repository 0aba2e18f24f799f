import { Title } from '@mantine/core';

export function AuditLogPage() {
  return <Title order={1}>Audit log</Title>;
}
