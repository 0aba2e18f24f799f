import { Badge } from '@mantine/core';

/** How much is wrong in what it stands at. */
export function ErrorBadge({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <Badge size="sm" color="red" variant="light" tt="none">
      {count === 1 ? '1 error' : `${count} errors`}
    </Badge>
  );
}
