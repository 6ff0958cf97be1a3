/** Gives a name to each text that scrolls, because a script of Expressive Code makes it a region. */
const nameTexts = {
  name: 'name texts',
  hooks: {
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
  defaultProps: { wrap: true, overridesByLang: { 'txt,text,plaintext': { wrap: false } } },
  plugins: [nameTexts],
  styleOverrides: { borderRadius: '0.5625rem', frames: { shadowColor: 'transparent' } },
};
