import { LANGUAGES } from './languages.js';
import type { ReadCall, Settings } from './state.js';

/** Returns a React component that shows the current card. */
export function toCode({ language, theme }: Settings, { dialect, input }: ReadCall): string {
  const { dir, load } = LANGUAGES[language]!;
  const style = Object.entries(theme).filter(([, value]) => value);
  const props = [
    `dialect={${dialect.name}}`,
    'input={input}',
    ...(load ? [`messages={${language}}`] : []),
    ...(dir === 'rtl' ? ['dir="rtl"'] : []),
    'onSubmit={send}',
    'onCancel={send}',
  ];
  const card = `<AskUserDialog ${props.join(' ')} />`;
  return [
    ...(style.length ? ["import type { CSSProperties } from 'react';"] : []),
    "import { AskUserDialog } from 'react-ask-user';",
    `import { ${dialect.name} } from 'react-ask-user/dialects';`,
    ...(load ? [`import { ${language} } from 'react-ask-user/messages/${language}';`] : []),
    "import 'react-ask-user/styles.css';",
    '',
    `const input = ${JSON.stringify(input, null, 2)};`,
    ...(style.length
      ? [
          '',
          'const theme = {',
          ...style.map(([name, value]) => `  '--ask-user-${name}': ${JSON.stringify(value)},`),
          '} as CSSProperties;',
        ]
      : []),
    '',
    'export function Question({ send }: { send: (output: object) => unknown }) {',
    ...(style.length
      ? ['  return (', '    <div style={theme}>', `      ${card}`, '    </div>', '  );']
      : [`  return ${card};`]),
    '}',
    '',
  ].join('\n');
}
