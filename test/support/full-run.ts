/**
 * Whether this run tries everything: every suite on both databases, and all cases. Other runs leave out what is
 * very like something that they do try (decision 80).
 */
export const isFullRun = process.env['AZULEJO_TEST_FULL'] === '1';
