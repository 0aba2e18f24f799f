import { Badge } from '@mantine/core';
import { counted } from '../../../design/counted.ts';

/** How much is wrong in what it stands at. */
export function ErrorBadge({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <Badge size="sm" color="red" variant="light" tt="none">
      {counted(count, 'error')}
    </Badge>
  );
}
