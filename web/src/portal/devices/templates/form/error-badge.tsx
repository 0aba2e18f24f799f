import { Plural } from '@lingui/react/macro';
import { Badge } from '@mantine/core';

/** Shows the number of errors in the part. */
export function ErrorBadge({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <Badge size="sm" color="red" variant="light" tt="none">
      <Plural value={count} one="# error" other="# errors" />
    </Badge>
  );
}
