#!/usr/bin/env node
'use strict';
require('../start.cjs').startEntry('cli/main');
