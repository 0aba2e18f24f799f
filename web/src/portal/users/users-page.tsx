import { Title } from '@mantine/core';

export function UsersPage() {
  return <Title order={1}>Users</Title>;
}
