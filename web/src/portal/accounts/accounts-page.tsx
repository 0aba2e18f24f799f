import { Title } from '@mantine/core';

export function AccountsPage() {
  return <Title order={1}>People</Title>;
}
