import { Readable, Writable } from 'node:stream';
import { ndJsonStream } from '@agentclientprotocol/sdk';
import { agentWith, askingTurn } from './acp-agent.js';

/** An agent as a program on its standard streams. */
const stdin = Readable.toWeb(process.stdin) as ReadableStream<Uint8Array>;
agentWith(askingTurn()).connect(ndJsonStream(Writable.toWeb(process.stdout), stdin));
