import { Title } from '@mantine/core';

export function InvitationPage() {
  return <Title order={1}>Invitation</Title>;
}
