/**
 * Whether this run tries everything: every suite on both databases, and all cases. Other runs leave out cases
 * that are very similar to one that they try (decision 80).
 */
export const isFullRun = process.env['AZULEJO_TEST_FULL'] === '1';
