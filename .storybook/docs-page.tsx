import {
  Controls,
  Description,
  Markdown,
  Primary,
  Stories,
  Subtitle,
  Title,
  useOf,
} from '@storybook/addon-docs/blocks';

interface Documented {
  __docgenInfo?: { description?: string };
}

/** What each of the page's parts is, from its JSDoc; their props are tabs of the table below. */
function Parts() {
  const { preparedMeta } = useOf('meta', ['meta']);
  const parts = Object.entries(preparedMeta.subcomponents ?? {}) as unknown as [string, Documented][];
  const lines = parts.map(([name, part]) => `- **\`${name}\`**: ${part.__docgenInfo?.description ?? ''}`);
  return <Markdown>{lines.join('\n')}</Markdown>;
}

/** Storybook's own page, with the parts in it. */
export function DocsPage() {
  return (
    <>
      <Title />
      <Subtitle />
      <Description />
      <Parts />
      <Primary />
      <Controls />
      <Stories />
    </>
  );
}
