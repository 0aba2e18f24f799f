#!/usr/bin/env node
/* Old syntax on purpose: this file must run, or explain itself, on whatever Node the shell has. */
'use strict';
var fs = require('fs');
var createRequire = require('module').createRequire;
var os = require('os');
var path = require('path');

var REQUIRED = [24, 7];
/* The published package has no sources. */
var IS_CHECKOUT = fs.existsSync(path.join(__dirname, 'src'));

function isNewEnough(version) {
  var parts = version.replace(/^v/, '').split('.').map(Number);
  return parts[0] > REQUIRED[0] || (parts[0] === REQUIRED[0] && parts[1] >= REQUIRED[1]);
}

/** This process if it is new enough, else the Node that npm installed, else undefined. */
function findNode() {
  if (isNewEnough(process.version)) return process.execPath;
  try {
    return require.resolve('node-' + process.platform + '-' + process.arch + '/bin/node');
  } catch (_error) {
    return undefined;
  }
}

/** Packages with code compiled for each platform, and the names of the packages that npm chooses from. */
var COMPILED = { '@node-rs/argon2': ['@node-rs', 'argon2-'], sharp: ['@img', 'sharp-'] };

/** Returns the packages whose compiled part was not installed, as after `npm install --omit=optional`. */
function findMissing() {
  return Object.keys(COMPILED).filter(function (name) {
    var entry;
    try {
      entry = require.resolve(name);
    } catch (_error) {
      return true;
    }
    var scope = COMPILED[name][0];
    var platform = new RegExp('^' + COMPILED[name][1] + process.platform + '(musl)?-' + process.arch);
    return !createRequire(entry)
      .resolve.paths(name)
      .some(function (folder) {
        try {
          return fs.readdirSync(path.join(folder, scope)).some(platform.test.bind(platform));
        } catch (_error) {
          return false;
        }
      });
  });
}

/** Password hashing may hold (cores - 1, at most 4) threads; four more stay free for files and DNS. */
function threadPoolSize() {
  return String(Math.min(4, Math.max(1, os.cpus().length - 1)) + 4);
}

/** Runs a program and its arguments with the right Node: the 'server', a 'command' or another 'program'. */
function start(args, kind) {
  var node = findNode();
  if (!node) {
    process.stderr.write(
      'Azulejo needs Node ' +
        REQUIRED.join('.') +
        ' or newer; this is ' +
        process.version +
        '. Install it from nodejs.org, or beside Azulejo (on Linux): npm install node-' +
        process.platform +
        '-' +
        process.arch +
        '@24\n',
    );
    process.exit(1);
  }
  var missing = findMissing();
  if (missing.length > 0) {
    process.stderr.write(
      'Azulejo needs the compiled parts of ' +
        missing.join(' and ') +
        ' for this machine, which npm installs as optional dependencies: run npm install --include=optional\n',
    );
    process.exit(1);
  }
  if (!process.env.UV_THREADPOOL_SIZE) process.env.UV_THREADPOOL_SIZE = threadPoolSize();
  /* Compiled code, types already stripped: the second start takes half the time. It is code, so it lies where only
     this user writes. Where that is nowhere, Node does without. */
  if (!process.env.NODE_COMPILE_CACHE)
    process.env.NODE_COMPILE_CACHE = path.join(os.homedir(), '.cache', 'azulejo', 'compiled');
  /* Node strips no types below node_modules: only a checkout runs, and resolves to, the sources. */
  var flags = IS_CHECKOUT ? ['--conditions=azulejo-source'] : [];
  flags.push('--disable-warning=ExperimentalWarning');
  /* Young objects take 12 MB at most; by default they grew to 67 MB, and reads were not faster. Most commands end
     before their garbage matters: with more space from the start they take 5 % less time. A size that the operator
     gives in NODE_OPTIONS wins. */
  if (!/--max-semi-space-size/.test(process.env.NODE_OPTIONS || '')) {
    if (kind === 'command') flags.push('--max-semi-space-size=8', '--min-semi-space-size=8');
    else flags.push('--max-semi-space-size=4');
  }
  /* Little of so few young objects survives: to share it among threads takes more time than to copy it. */
  if (kind !== 'command') flags.push('--no-parallel-scavenge');
  /* Where it can, this process becomes the other: then a supervisor's signals, kill -9 too, reach the server. */
  if (process.execve) process.execve(node, [node].concat(flags, args), process.env);
  /* Loaded only here: it takes a twentieth of the time of a command. */
  var child = require('child_process').spawn(node, flags.concat(args), { stdio: 'inherit' });
  ['SIGINT', 'SIGTERM', 'SIGHUP'].forEach(function (signal) {
    process.on(signal, function () {
      /* A terminal sends SIGINT to the whole group already; a second one would cut the graceful stop short. */
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
    });
  });
  child.on('exit', function (code, signal) {
    process.exit(signal ? 128 + (os.constants.signals[signal] || 0) : code);
  });
}

/** Runs the server for `azulejo start`, else a command, with the arguments of this process. */
function run() {
  var args = process.argv.slice(2);
  var isServer = args[0] === 'start';
  /* Without options the server needs nothing of the command line, which would take 10 MB. */
  var isAlone = isServer && args.length === 1;
  /* `npm start` compiles the server of a checkout (tools/src/build-server.ts), where it can. */
  var compiled = path.join(__dirname, IS_CHECKOUT ? 'compiled/dist/server.js' : 'dist/server.js');
  var server = fs.existsSync(compiled) ? compiled : path.join(__dirname, 'src/main.ts');
  var commands = path.join(__dirname, IS_CHECKOUT ? 'src/cli/main.ts' : 'dist/cli.js');
  start([isAlone ? server : commands].concat(args), isServer ? 'server' : 'command');
}

exports.run = run;
if (require.main === module) {
  start(
    process.argv.slice(2).map(function (argument) {
      return /\.ts$/.test(argument) ? path.resolve(argument) : argument;
    }),
    'program',
  );
}
