#!/usr/bin/env node
'use strict';
require('../start.cjs').run();
