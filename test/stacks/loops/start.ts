// start.ts
import Anthropic from '@anthropic-ai/sdk';
import pg from 'pg';
import { createAgentServer } from './server.js';

const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'] });
const server = await createAgentServer(pool, new Anthropic());
server.listen(3000, 'localhost');
