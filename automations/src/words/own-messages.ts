/** The English messages of one kind of trigger, condition or step. */
export type OwnMessages = Readonly<Record<string, string>>;

/**
 * Returns the messages of a kind in the language of a table, such as `words.condition`. A catalogue has the messages of
 * all kinds in one table, which a test compares with English. Each kind reads its own, by the type of its English ones.
 */
export const translated = <Own extends OwnMessages>(_english: Own, table: object): Own => table as Own;
