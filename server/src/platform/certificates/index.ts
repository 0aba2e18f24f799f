export { registerAuthorities } from './authority-route.ts';
export { type Hosts, hostsOf } from './hosts.ts';
export { type PairFiles, readPair, serveOperators } from './operators.ts';
export { serveOwn } from './own.ts';
export { type Authority, ownFiles, publicFile } from './own-files.ts';
export type { ServedCertificate, TlsPair } from './served.ts';
export { bundleOf, chooseAuthority, hostsIn } from './settle.ts';
