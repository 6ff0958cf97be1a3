/** Texts without a language keep their lines. A script of Expressive Code makes those that scroll regions, with these names. */
const texts = {
  name: 'texts',
  hooks: {
    preprocessMetadata: ({ codeBlock }) => {
      if (/^(?:|te?xt|plaintext)$/.test(codeBlock.language)) codeBlock.props.wrap = false;
    },
    postprocessRenderedBlock: ({ codeBlock, renderData }) => {
      if (codeBlock.props.wrap) return;
      const find = (node) => (node.tagName === 'pre' ? node : node.children?.map(find).find(Boolean));
      const at = codeBlock.parentDocument?.positionInDocument?.groupIndex ?? 0;
      find(renderData.blockAst).properties.ariaLabel = `Text ${at + 1}`;
    },
  },
};

/** Options of Expressive Code. Code wraps, and texts keep their lines. */
export default {
  themes: ['github-dark', 'github-light'],
  defaultProps: { wrap: true },
  plugins: [texts],
  styleOverrides: { borderRadius: '0.5625rem', frames: { shadowColor: 'transparent' } },
};
