import { Table } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './list-table.module.css';

type Props = {
  columns: readonly string[];
  /** Which of them stand to the right. */
  numbers?: readonly string[];
  /** Inside of a section, which has a frame itself. */
  isBare?: boolean;
  children: ReactNode;
};

/**
 * Things by their names. On a phone each row is a card, where `data-label` says of a cell what a heading says on a desk, and
 * `data-unit` what is counted.
 */
export function ListTable({ columns, numbers = [], isBare = false, children }: Props) {
  return (
    <div className={isBare ? undefined : classes.frame}>
      <Table verticalSpacing="sm" horizontalSpacing={isBare ? 'xs' : 'md'} className={classes.table ?? ''}>
        <Table.Thead>
          <Table.Tr>
            {columns.map((column) => (
              <Table.Th key={column} {...(numbers.includes(column) && { className: classes.number ?? '' })}>
                {column}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>{children}</Table.Tbody>
      </Table>
    </div>
  );
}
