#!/usr/bin/env node
import { EXIT } from './exit.js';

process.stderr.write('ask-user: unknown command\n');
process.exitCode = EXIT.usage;
