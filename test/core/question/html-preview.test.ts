import { describe, expect, it } from 'vitest';
import { validateHtmlPreview } from '../../../src/core/question/html-preview.js';

describe('validateHtmlPreview [R-PREVIEW-CHECK]', () => {
  it.each([
    ['no preview', undefined],
    ['a fragment', '<div style="color:red">Hi</div>'],
    ['text with one tag', 'a < b, see <br>'],
    ['a tag over lines', '<p\nclass="a"\n>x'],
    ['upper case', '<PRE>x</PRE>'],
    ['an attribute with a <', '<img alt="1 < 2">'],
    ['elements whose names start alike', '<header></header><style-guide></style-guide><bodyguard/><htmlx></htmlx>'],
    ['the names of elements as text', '<p>html body script style !doctype</p>'],
    ['escaped tags', '<p>&lt;script></p>'],
  ])('accepts %s [R-PREVIEW-CHECK]', (_, preview) => {
    expect(validateHtmlPreview(preview)).toBeNull();
  });

  it.each([
    ['a document', '<html><p>x</p></html>', '<html>'],
    ['a body', '<p>x</p><body class="a">', '<body>'],
    ['a doctype', '<!doctype html><p>x</p>', '<!doctype>'],
    ['a doctype without a space', '<!DOCTYPEhtml><p>x</p>', '<!doctype>'],
    ['a script', '<p>x</p><script>alert(1)</script>', '<script>'],
    ['a script in upper case over lines', '<p>x</p><SCRIPT\nsrc="x">', '<script>'],
    ['a script with a slash', '<p>x</p><script/src=x>', '<script>'],
    ['a script that is not closed', '<p>x</p><script', '<script>'],
    ['a style sheet', '<style>p{}</style><p>x</p>', '<style>'],
    ['a mixed-case style sheet in an svg', '<svg><StYlE>p{}</StYlE></svg>', '<style>'],
  ])('refuses %s and names it [R-PREVIEW-CHECK]', (_, preview, name) => {
    expect(validateHtmlPreview(preview)).toContain(`Leave out ${name}.`);
  });

  it.each([
    ['nothing', ''],
    ['plain text', 'Just text'],
    ['comparisons', '1 < 2 and 3 > 2'],
    ['a comment', '<!-- x -->'],
    ['a closing tag', '</p>'],
    ['an unterminated tag', '<p class="x"'],
    ['an end before the start', '> <p'],
  ])('refuses %s, which has no tag [R-PREVIEW-CHECK]', (_, preview) => {
    expect(validateHtmlPreview(preview)).toContain('must contain an HTML tag');
  });

  it('has a separate message for each failure [R-PREVIEW-CHECK]', () => {
    const failures = ['<html>', '<body>', '<!doctype html>', '<script></script>', '<style></style>', 'x'];
    expect(new Set(failures.map(validateHtmlPreview)).size).toBe(failures.length);
  });

  it('takes linear time on hostile text [R-PREVIEW-CHECK]', () => {
    // With quadratic cost each of these would take minutes and exceed the test's timeout.
    for (const unit of ['<a', '<', '<html-', '<!', '<script-']) {
      expect(validateHtmlPreview(unit.repeat(1_000_000))).toContain('must contain an HTML tag');
    }
  }, 10_000);
});
