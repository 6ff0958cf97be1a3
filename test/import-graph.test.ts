import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { edgesOf, reachable, readSources, violations } from './helpers/import-graph.js';

const edges = edgesOf(readSources('src', 'stories', 'examples'));

describe('the import rules of the folders', () => {
  it('are met by every file', () => {
    expect(edges.length).toBeGreaterThan(50);
    expect(violations(edges)).toEqual([]);
  });

  it.each([
    ['src/core/question/limits.ts', '../answer/types.js', 'a question with answers'],
    ['src/core/answer/record.ts', '../flow/state.js', 'an answer with the flow'],
    ['src/core/flow/store.ts', 'react', 'core with React'],
    ['src/core/guards.ts', 'node:util', 'core with Node'],
    ['src/core/index.ts', '../dialects/index.js', 'core with dialects'],
    ['src/dialects/ask-user.ts', 'zod', 'a dialect with a package'],
    ['src/dialects/ask-user.ts', '../host/broker.js', 'a dialect with the host'],
    ['src/react/dialog/parts/option.tsx', '../../../dialects/mcp.js', 'a part with another dialect'],
    ['src/react/dialog/parts/option.tsx', '../../../host/broker.js', 'a part with the host'],
    ['src/react/dialog/parts/option.tsx', '@radix-ui/react-radio-group', 'a part with Radix'],
    ['src/react/engine/keys.ts', '../dialog/use-modal.js', 'the engine with the card'],
    ['src/react/engine/engine.ts', 'react-dom', 'the engine with react-dom'],
    ['src/react/flow/flow.ts', '../engine/engine.js', 'the flow with the engine'],
    ['src/react/keys/route.ts', '../engine/engine.js', 'the meaning of a key with the engine'],
    ['src/react/radix/choice.tsx', '@radix-ui/react-dialog', 'the folder of Radix with another package'],
    ['src/react/radix/choice.tsx', '../dialog/context.js', 'the folder of Radix with the card'],
    ['src/react/dialog/parts/preview.tsx', 'dompurify', 'a part with DOMPurify, which is loaded later'],
    ['src/react/html/frame.tsx', '@radix-ui/react-tabs', 'an HTML preview with a package besides DOMPurify'],
    ['src/react/html/frame.tsx', '../../dialects/mcp.js', 'an HTML preview with a dialect'],
    ['src/react/dialog/parts/option.tsx', '../../markdown/lex.js', 'a part with Markdown, which only hosts import'],
    ['src/react/dialog/parts/option.tsx', 'marked', 'a part with an optional package'],
    ['src/host/broker.ts', 'react', 'a host with React'],
    ['src/host/broker.ts', '../dialects/lib/issues.js', 'a broker with the parts of a dialect'],
    ['src/host/rpc/convert.ts', '../../dialects/form/index.js', 'the host with forms'],
    ['src/cli/main.ts', '../dialects/lib/issues.js', 'a command line with the parts of a dialect'],
    ['src/pending/file.ts', '../dialects/form/index.js', 'a pending file with the parts of a dialect'],
    ['src/integrations/mcp/index.ts', '../../dialects/lib/issues.js', 'an integration with the parts of a dialect'],
    ['src/integrations/mcp/index.ts', '../../host/node/index.js', 'an integration with Node’s listener'],
    ['src/integrations/mcp/index.ts', '../../pending/index.js', 'an integration with a pending file'],
    ['src/host/broker/ask.ts', '../../integrations/shared/continue.js', 'the host with an integration'],
    ['src/pi/index.ts', '../dialects/lib/issues.js', 'pi with the parts of a dialect'],
    ['src/pi/index.ts', '../cli/main.js', 'pi with the command line'],
    ['src/integrations/mcp/index.ts', '../acp/index.js', 'an integration with another one'],
    ['src/integrations/shared/forms.ts', '../mcp/index.js', 'what integrations share with one of them'],
    ['src/host/client/client.ts', '../broker.js', 'a browser with the broker'],
    ['src/host/http/handler.ts', 'srvx/node', 'a handler with Node’s listener'],
    ['src/host/http/handler.ts', '../node/index.js', 'a handler with the Node.js adapter'],
    ['src/host/node/index.ts', '../../core/guards.js', 'a listener with the core'],
    ['src/host/node/index.ts', 'express', 'a listener with a framework'],
    ['src/cli/main.ts', '../react/index.js', 'a command line with React'],
    ['src/terminal/view.ts', 'node:util', 'a terminal session with Node'],
    ['src/terminal/view.ts', 'react', 'a terminal session with React'],
    ['src/terminal/session.ts', '../cli/prompt/loop.js', 'a terminal session with the command line'],
    ['src/pending/file.ts', '../cli/exit.js', 'a pending file with the command line'],
    ['src/pending/file.ts', 'react', 'a pending file with React'],
    ['src/pending/transport.ts', '../host/tool.js', 'a pending file with the host'],
    ['src/terminal/session.ts', '../host/types.js', 'a terminal session with the host'],
    ['src/react/attention/count.ts', '../dialog/parts/index.js', 'an attention entry with the dialog'],
    ['src/react/dialog/parts/card.tsx', '../../attention/count.js', 'a part with the attention entry'],
    ['src/react/attention/notify.ts', '@radix-ui/react-tabs', 'an attention entry with a package'],
    ['src/elsewhere/file.ts', '../core/index.js', 'a folder without a rule'],
    ['stories/dialog.stories.tsx', '../src/react/index.js', 'a story with internals'],
    ['examples/chat/page/main.tsx', '../../../src/core/index.js', 'an example with internals'],
  ])('refuse %s importing %s: %s', (from, specifier) => {
    const made = edgesOf({ [from]: `import { x } from '${specifier}';\nx();` });
    expect(violations(made)).toHaveLength(1);
  });

  it.each([
    ['src/core/answer/record.ts', "import type { Question } from '../question/types.js';"],
    ['src/react/dialog/parts/option.tsx', "import type { Dialect } from '../../../dialects/types.js';"],
    ['src/integrations/mcp/index.ts', "import { isRecord } from '../../core/guards.js';\nisRecord({});"],
    ['src/pi/index.ts', "import { wrap } from '../terminal/cells.js';\nwrap('', 1);"],
    ['src/react/radix/choice.tsx', "import { Item } from '@radix-ui/react-radio-group';\nItem();"],
    ['src/react/markdown/lex.ts', "import { Lexer } from 'marked';\nLexer.lex('');"],
    ['stories/dialog.stories.tsx', "import { AskUserDialog } from 'react-ask-user';\nAskUserDialog();"],
  ])('allow %s: %s', (from, code) => {
    expect(violations(edgesOf({ [from]: code }))).toEqual([]);
  });
});

describe('react-ask-user/hook', () => {
  const loaded = reachable(edges, 'src/react/hook.ts');

  it('loads only React', () => {
    expect(loaded.filter((file) => !file.startsWith('src/'))).toEqual(['react']);
  });

  it('loads no part and no dialog', () => {
    expect(loaded.filter((file) => /^src\/react\/dialog\/parts\/|\.tsx$|^src\/host\//.test(file))).toEqual([]);
  });
});

describe('react-ask-user/attention', () => {
  it('loads React, its messages and the cleaning of text, and is not loaded by the dialog [R-ATTENTION]', () => {
    const loaded = reachable(edges, 'src/react/attention/index.ts');
    const others = loaded.filter((file) => !file.startsWith('src/react/attention/'));
    expect(others.toSorted()).toEqual([
      'react',
      'src/core/clean.ts',
      'src/core/guards.ts',
      'src/messages/en-first.ts',
      'src/messages/languages/format.ts',
    ]);
    const dialog = reachable(edges, 'src/react/index.ts');
    expect(dialog.filter((file) => /attention/.test(file))).toEqual([]);
  });
});

it('reachable follows imports, but not type imports', () => {
  const made = edgesOf({
    'src/a.ts':
      "export { b } from './b.js';\nimport type { C } from './c.js';\nexport const d = (c: C) => [c, import('./d.js')];",
    'src/b.ts': "import 'package';\nexport const b = 1;",
    'src/c.ts': "import 'other';\nexport type C = 1;",
    'src/d.ts': 'export {};',
  });
  expect(reachable(made, 'src/a.ts').sort()).toEqual(['package', 'src/a.ts', 'src/b.ts', 'src/d.ts']);
});

it('the patterns of lint have no lookaround, which oxlint ignores together with its pattern', () => {
  const patterns = [...readFileSync('.oxlintrc.json', 'utf8').matchAll(/"regex": "(.*)"/g)].map(([, regex]) => regex);
  expect(patterns.length).toBeGreaterThan(10);
  expect(patterns.filter((regex) => regex?.includes('(?'))).toEqual([]);
});
