import { describeServer } from './http-contract.js';
import { running } from './http-run.js';
import { createNodeServer } from './samples/node.js';

describeServer('node:http', (handler) => running(createNodeServer(handler).listen(0, '127.0.0.1')));
