import { Title } from '@mantine/core';

export function SignUpPage() {
  return <Title order={1}>Make an account</Title>;
}
