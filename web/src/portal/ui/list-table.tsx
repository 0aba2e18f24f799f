import { Table } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './list-table.module.css';

type Props = {
  columns: readonly string[];
  /** The right-aligned columns. */
  numbers?: readonly string[];
  /** Inside a section, which has its own frame. */
  isBare?: boolean;
  children: ReactNode;
};

/**
 * Lists things by name in a table. On a phone each row is a card, where `data-label` of a cell replaces the
 * heading, and `data-unit` names what is counted.
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
