/**
 * Tests the keyboard of a newly opened dialog with any version of Radix: digits, arrows that select and arrows that do
 * not, Other, tabs, and a confirmation that is closed. Leaves the first option selected and the first question shown.
 *
 * @param {import('playwright').Page} page with the fixture's two questions
 */
export async function tour(page) {
  const keys = async (...names) => {
    for (const name of names) await page.keyboard.press(name);
  };
  const radio = (name) => page.getByRole('radio', { name });
  const checkbox = (name) => page.getByRole('checkbox', { name });
  const field = page.getByRole('textbox', { name: /Your answer/ });

  await expectFocus(page, page.locator('body'));
  await tabTo(page, 'radio', /PostgreSQL/);
  await expectStates(page, 'Tab to the options', []);
  await keys('2');
  await expectFocus(page, radio(/SQLite/));
  await expectStates(page, '2', [/SQLite/]);
  await keys('ArrowUp');
  await expectFocus(page, radio(/PostgreSQL/));
  await expectStates(page, 'ArrowUp', [/PostgreSQL/]);
  await keys('ArrowUp');
  await expectStates(page, 'ArrowUp from the first', [/Other/]);
  await keys('Home');
  await expectStates(page, 'Home', [/PostgreSQL/]);
  await keys('0');
  await expectFocus(page, field);
  await page.keyboard.type('my own 1');
  await expectStates(page, 'a digit in the field', [/Other/]);
  await keys('Enter');

  await page.getByRole('heading', { name: /Which features/ }).waitFor();
  await tabTo(page, 'checkbox', /Search/);
  await keys('ArrowDown');
  await expectFocus(page, checkbox('Exports'));
  await expectStates(page, 'ArrowDown among checkboxes', []);
  await keys('Space', '1');
  await expectStates(page, 'Space and 1', [/Search/, /Exports/]);
  await keys('Space', '2');
  await expectStates(page, 'both are deselected', []);

  await keys('Escape');
  await expectFocus(page, page.getByRole('button', { name: 'Keep answering' }));
  await keys('Enter');
  await expectFocus(page, checkbox('Exports'));

  await tabTo(page, 'tab', /Features/, 'Shift+Tab');
  await keys('ArrowLeft');
  await expectFocus(page, page.getByRole('tab', { name: /Database/ }));
  if ((await field.inputValue()) !== 'my own 1') throw new Error('Going to another tab and back changed the text.');
  await tabTo(page, 'radio', /Other/);
  await keys('ArrowDown');
  await expectStates(page, 'ArrowDown from Other', [/PostgreSQL/]);
}

/** Presses Tab until the element has focus. */
export async function tabTo(page, role, name, key = 'Tab') {
  const target = page.getByRole(role, { name });
  for (let presses = 0; presses < 30; presses++) {
    if (await hasFocus(target)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`30 presses of ${key} did not reach the ${role} ${name}`);
}

const hasFocus = (target) => target.evaluateAll((found) => found.includes(document.activeElement));

/** Polls until the check succeeds, for up to 15 s, which a busy machine may need. */
export async function eventually(page, check) {
  for (const end = Date.now() + 15_000; Date.now() < end; await page.waitForTimeout(25)) {
    if (await check()) return true;
  }
  return false;
}

/** Waits until the target has focus. */
async function expectFocus(page, target) {
  if (await eventually(page, () => hasFocus(target))) return;
  const active = await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 200));
  throw new Error(`Expected focus on ${target}, but it is on ${active}`);
}

/** Checks which options are selected in the current question. */
async function expectStates(page, after, expected) {
  const chosen = page.locator('[aria-checked="true"]:visible');
  const matches = async () => {
    const all = await chosen.all();
    const names = await Promise.all(
      all.map((one) => one.evaluate((element) => element.labels?.[0]?.textContent ?? '')),
    );
    return { names, ok: names.length === expected.length && expected.every((name, i) => name.test(names[i])) };
  };
  if (await eventually(page, async () => (await matches()).ok)) return;
  throw new Error(`After ${after}, the selected options are: ${(await matches()).names.join(', ') || 'nothing'}`);
}
