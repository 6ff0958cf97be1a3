/** Values of the contrast toolbar. */
export const CONTRASTS = {
  page: 'System contrast',
  more: 'More contrast',
  forced: 'Forced colors (approximate)',
};

const FEATURES: Readonly<Record<string, RegExp>> = {
  more: /\(prefers-contrast:\s*more\)/g,
  forced: /\(forced-colors:\s*active\)/g,
};

/** In forced colors, the browser replaces every color. Here, only colors from the custom properties are replaced. */
const SYSTEM_COLORS = {
  '--ask-user-surface': 'Canvas',
  '--ask-user-raised': 'Canvas',
  '--ask-user-tint': 'Canvas',
  '--ask-user-line': 'CanvasText',
  '--ask-user-line-strong': 'CanvasText',
  '--ask-user-tint-line': 'CanvasText',
  '--ask-user-text': 'CanvasText',
  '--ask-user-muted': 'CanvasText',
  '--ask-user-accent': 'CanvasText',
  '--ask-user-on-accent': 'Canvas',
  '--ask-user-accent-text': 'CanvasText',
  '--ask-user-danger': 'CanvasText',
  '--ask-user-on-danger': 'Canvas',
  '--ask-user-shadow': 'none',
};

/** Original conditions of the changed media rules. */
const written = new Map<CSSMediaRule, string>();

function* mediaRules(rules: CSSRuleList): Generator<CSSMediaRule> {
  for (const rule of rules) {
    if (rule instanceof CSSMediaRule) yield rule;
    if ('cssRules' in rule) yield* mediaRules(rule.cssRules as CSSRuleList);
  }
}

/** Simulates a contrast setting of the user's system: the rules for it apply at once. */
export function showContrast(contrast: string): void {
  for (const [rule, text] of written) rule.media.mediaText = text;
  written.clear();
  const feature = FEATURES[contrast];
  for (const sheet of feature ? document.styleSheets : []) {
    for (const rule of mediaRules(sheet.cssRules)) {
      const { mediaText } = rule.media;
      const held = mediaText.replace(feature!, 'all');
      if (held === mediaText) continue;
      written.set(rule, mediaText);
      rule.media.mediaText = held;
    }
  }
  const { style } = document.documentElement;
  for (const [name, color] of Object.entries(SYSTEM_COLORS)) {
    if (contrast === 'forced') style.setProperty(name, color);
    else style.removeProperty(name);
  }
}
