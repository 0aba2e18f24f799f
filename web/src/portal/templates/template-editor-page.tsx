import { Title } from '@mantine/core';

export function TemplateEditorPage() {
  return <Title order={1}>Template</Title>;
}
