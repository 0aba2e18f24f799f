export const barKinds = ['hour', 'day', 'month'] as const;
/** The length of one bar: the hours of a day, the days of a month, or the months of a year. */
export type BarKind = (typeof barKinds)[number];
