#!/usr/bin/env node
import { runBridge } from '@azulejo/bridge';
import { startBridge } from './bridge.ts';
import { check } from './check.ts';
import { HELP, readOptions } from './options.ts';

await runBridge({ help: HELP, readOptions, start: startBridge, check }, process.argv.slice(2), process.env);
