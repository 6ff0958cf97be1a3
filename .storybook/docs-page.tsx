import { useContext } from 'react';
import {
  Controls,
  Description,
  DocsContext,
  Markdown,
  Primary,
  Subtitle,
  Title,
  useOf,
} from '@storybook/addon-docs/blocks';

interface Documented {
  __docgenInfo?: { description?: string };
}

/** Links to the stories. Rendering all of them made a page of 10,000 pixels, and none of them was in its state. */
function StoryList() {
  const lines = useContext(DocsContext)
    .componentStories()
    .map(({ id, name, parameters }) => {
      const about: unknown = parameters['docs']?.description?.story;
      const text = typeof about === 'string' ? `: ${about.replace(/\s+/g, ' ')}` : '';
      return `- [${name}](?path=/story/${id})${text}`;
    });
  return <Markdown>{`## Stories\n\n${lines.join('\n')}`}</Markdown>;
}

/** The page's parts with their JSDoc. Their props are tabs of the table below. */
function Parts() {
  const { preparedMeta } = useOf('meta', ['meta']);
  const parts = Object.entries(preparedMeta.subcomponents ?? {}) as unknown as [string, Documented][];
  const lines = parts.map(([name, part]) => `- **\`${name}\`**: ${part.__docgenInfo?.description ?? ''}`);
  return <Markdown>{lines.join('\n')}</Markdown>;
}

/** Storybook's default page with the parts, and with a list instead of the rendered stories. */
export function DocsPage() {
  return (
    <>
      <Title />
      <Subtitle />
      <Description />
      <Parts />
      <Primary />
      <Controls />
      <StoryList />
    </>
  );
}
