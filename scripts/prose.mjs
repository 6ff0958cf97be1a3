// npm run lint: finds phrases that read like a translation, in comments, documentation and test titles. `--counts` prints what every
// rule finds in each folder, `--warnings` lists what is only counted. scripts/prose.json has the few exceptions.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { main, root } from './lib/repo.mjs';

const EXCEPTIONS = 'scripts/prose.json';
const MOST_EXCEPTIONS = 40;
/** Warnings in 100 lines of a folder. */
const MOST_WARNINGS = 3;

/** No line may match one of these. */
const ERRORS = {
  where:
    /(?<!\b(?:from|place|places|point|line|field|know|knows|say|says|no|any|every|else) )\bwhere\b(?! (?:to|else|it (?:was|is|had|stood|came|left)|they (?:were|are)|you are|the (?:focus|caret|cursor) (?:is|was))\b)/i,
  what: /(?:^|[.:;] |\*\*)What (?![^.]*\?)/,
  opening: /^(?:Who|Whose|Whoever|Whatever|Which|Whichever|Why)\b(?![^.]*\?)/,
  ever: /\b(?:whoever|whomever|whatever|whichever|however (?:many|often|long|large|fast|late|it|an?))\b/i,
  'is no':
    /(?<!\bthere )\b(?:is|are|was|were|be|been) no (?!longer\b|more\b|different\b|better\b|need\b|reason\b|way\b)|\b(?:is|are|was|were) none\b/i,
  tell: /\b(?:un)?told\b(?! apart)|\btell(?:s|ing)?\b(?! (?:\w+ )?apart)/i,
  hear: /\bhear(?:s|d|ing)?\b/i,
  own: /\b(?:of (?:its|his|her|their|one's|your|our) own|own (?:words?|answers?)|(?:host|user|agent|person|browser|family|tool|fetch|stack|library|SDK)['’]s own|of (?:yours|ours|one's own))\b/i,
  'by then': /\bby (?:then|now)\b/i,
  draw: /\b(?:draws?|drawn|drew|drawing)\b/i,
  'come of': /\b(?:comes?|came|becomes?|became) of\b/i,
  archaic:
    /\b(?:anew|besides|nevertheless|likewise|save (?:for|those|where|what)|in case that|all the same|the very|for good|makes? room|in vain|therein|thereof)\b/i,
  'the way to': /\bthe way to (?:stop|unsubscribe|end|go)\b/i,
  asking: /\b(?:an|one|this|another|each|which|that) asking\b|\baskings\b/i,
  person: /\b(?:the|a) person\b/i,
  fold: /\b(?:un)?fold(?:s|ed|ing)?\b/i,
  as: /, as (?:`|"|“|in `)/,
  british: /\b(?:colour|behaviour|recognis|sanitis|serialis|normalis|initialis|centre[ds]?\b|grey\b|honour)\w*/i,
};

const WARNINGS = {
  body: /\b(?:nobody|somebody|anybody)\b/i,
  'is to': /\b(?:is|are|was|were) (?:not )?to (?:be|have|go|stay|come|do|end|draw|read)\b/i,
  gone: /\b(?:is|are|was) (?:gone|over|there|away)\b/i,
  wire: /\b(?:the|a|an|its|this|one|any|each|both) wires?\b(?! format)/i,
  says: /\b(?:says?|said)\b/i,
  fragment: /^(?:Of|Not|Nor|Told|Asked|Apart|Kept|Taken|Made|Meant|Known|Beside|In place of|Out of)\b/,
};

await main(() => {
  const folders = new Map();
  for (const line of lines()) {
    if (!folders.has(line.folder)) folders.set(line.folder, []);
    folders.get(line.folder).push(line);
  }
  const exceptions = JSON.parse(readFileSync(join(root, EXCEPTIONS), 'utf8'));
  const used = new Set();
  const isException = (rule, { file, text }) => {
    const index = exceptions.findIndex(
      ([name, where, phrase]) => name === rule && where === file && text.includes(phrase),
    );
    if (index >= 0) used.add(index);
    return index >= 0;
  };
  const problems = [];
  for (const [folder, all] of folders) {
    for (const [rule, pattern] of Object.entries(ERRORS)) {
      const found = all.filter((line) => pattern.test(line.text) && !isException(rule, line));
      problems.push(...found.map(({ file, number, text }) => `${file}:${number}: ${rule}: ${text}`));
    }
    const doubtful = all.filter(({ text }) => Object.values(WARNINGS).some((pattern) => pattern.test(text)));
    if (doubtful.length > Math.max(2, (all.length * MOST_WARNINGS) / 100))
      problems.push(`${folder}: ${doubtful.length} warnings in ${all.length} lines: at most ${MOST_WARNINGS} in 100`);
    if (process.argv.includes('--warnings'))
      for (const { file, number, text } of doubtful) console.log(`${file}:${number}: ${text}`);
  }
  exceptions.forEach(
    (one, i) => used.has(i) || problems.push(`${EXCEPTIONS} has an exception that nothing needs: ${one}`),
  );
  if (exceptions.length > MOST_EXCEPTIONS) problems.push(`${EXCEPTIONS} has more than ${MOST_EXCEPTIONS} exceptions`);
  if (process.argv.includes('--counts')) counts(folders);
  if (problems.length)
    throw new Error(
      [...problems, 'Each line names a file, a rule of scripts/prose.mjs and the text. Rephrase the text.'].join('\n'),
    );
  const total = [...folders.values()].reduce((sum, { length }) => sum + length, 0);
  console.log(`prose: ${total} lines, ${exceptions.length} exceptions`);
});

function counts(folders) {
  const rules = Object.entries({ ...ERRORS, ...WARNINGS });
  console.log(['folder', 'lines', ...rules.map(([rule]) => rule)].join('\t'));
  for (const [folder, all] of folders) {
    const found = rules.map(([, pattern]) => all.filter(({ text }) => pattern.test(text)).length);
    console.log([folder, all.length, ...found].join('\t'));
  }
}

/** Every line of prose, with the folder that it is counted in. */
function lines() {
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  }).split('\n');
  const found = [];
  const add = (folder, file, numbered) =>
    found.push(...numbered.map(([number, text]) => ({ folder, file, number, text })));
  for (const file of files.filter((name) => !name.startsWith('docs/api/'))) {
    const isCode = /\.(tsx?|mjs)$/.test(file);
    const [top, second] = file.split('/');
    if (isCode && /^(src|test|stories|scripts|site|bench|examples|\.storybook)$/.test(top)) {
      const code = readFileSync(join(root, file), 'utf8').split('\n');
      add(top === 'src' ? `src/${second}` : `${top}: comments`, file, commentsOf(code));
      if (top === 'test' || top === 'stories') add(`${top}: titles`, file, titlesOf(code));
    }
    if (/^(docs\/.*|[A-Z]+)\.md$/.test(file))
      add(top, file, proseOf(readFileSync(join(root, file), 'utf8').split('\n')));
  }
  return found;
}

function commentsOf(code) {
  const found = [];
  let isBlock = false;
  code.forEach((line, index) => {
    const text = line.trim();
    if (text.startsWith('/*')) isBlock = true;
    const [, single] = (!isBlock && /(?:^|\s)\/\/ (.*)$/.exec(line)) || [];
    const words = isBlock
      ? text
          .replace(/^\/\*\*?|\*\/$/g, '')
          .replace(/^\*/, '')
          .trim()
      : single;
    if (words && !/oxlint|@ts-/.test(words)) found.push([index + 1, words]);
    if (text.includes('*/')) isBlock = false;
  });
  return found;
}

function titlesOf(code) {
  return code.flatMap((line, index) => {
    const [, , title] = /^\s*(?:it|test|describe)(?:\.\w+(?:\([^)]*\))?)*\(\s*(['"`])(.*?)\1/.exec(line) ?? [];
    return title ? [[index + 1, title.replaceAll(/\[R-\w+\]/g, '')]] : [];
  });
}

/** The sentences of a page, without code, comments and marks. */
function proseOf(page) {
  const found = [];
  let isCode = false;
  let isHidden = false;
  page.forEach((line, index) => {
    if (/^\s*```/.test(line)) isCode = !isCode;
    else if (!isCode) {
      if (line.includes('<!--')) isHidden = true;
      const text = line.replace(/^[\s>*#-]+/, '').replaceAll(/`[^`]*`/g, '``');
      if (!isHidden && text.trim()) found.push([index + 1, text]);
      if (line.includes('-->')) isHidden = false;
    }
  });
  return found;
}
