export { createClientsElsewhere } from './clients-elsewhere.ts';
