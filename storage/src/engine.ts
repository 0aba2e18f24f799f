/** The engines that storage is implemented for. */
export type EngineName = 'sqlite' | 'postgres';
