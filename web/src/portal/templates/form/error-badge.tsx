import { Badge } from '@mantine/core';
import { counted } from '../../../design/counted.ts';

/** Shows the number of errors in the part. */
export function ErrorBadge({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <Badge size="sm" color="red" variant="light" tt="none">
      {counted(count, 'error')}
    </Badge>
  );
}
