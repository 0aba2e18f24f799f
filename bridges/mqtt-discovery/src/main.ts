#!/usr/bin/env node
import { EVALUATE, serveEvaluations } from './evaluation-process.ts';

// The process that evaluates templates does not load the rest of the bridge.
if (process.argv.includes(EVALUATE)) serveEvaluations();
else await import('./run.ts').then(({ run }) => run(process.argv.slice(2), process.env));
