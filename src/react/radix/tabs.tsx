'use client';
import * as Tabs from '@radix-ui/react-tabs';
import { forwardRef } from 'react';
import { Slot, type SlotProps } from './slot.js';

/*
 * Radix's tabs without their value, their keys and their panels. What is switched off, and why:
 *
 * - `value`: with one, a move between two tabs renders all of them.
 * - Focus and press of a tab: with them, each focus renders all tabs.
 * - The number of tabs: Radix counts those that are not `disabled` in a state, which would render the list again.
 * - Arrow keys: the card captures them. Radix looks for the focused tab in the document, so they fail in a shadow root:
 *   https://github.com/radix-ui/primitives/issues/3287 (the radio group uses the same code).
 * - `Tabs.Content`: it unmounts a panel, and with it text, undo history and focus:
 *   https://github.com/radix-ui/primitives/issues/1155. It also measures an animation.
 * - IDs: Radix builds them from `value`. Those of the card do not contain text of the agent.
 * - `dir`, the inline `outline`, and the tab stop of the list: as in the radio group.
 */

/** A `<div>` around the tabs. */
export const TabsRoot = forwardRef<HTMLDivElement, SlotProps<'div'>>(function TabsRoot(
  { asChild, dir, children, ...props },
  ref,
) {
  const Element = (asChild ? Slot : 'div') as 'div';
  return (
    <Tabs.Root {...props} defaultValue={undefined} asChild value="" ref={ref}>
      {/* With `asChild`, a `dir` of the host's element takes precedence. */}
      <Element dir={dir}>{children}</Element>
    </Tabs.Root>
  );
});

/** A `<div role="tablist">`. */
export const TabsList = forwardRef<HTMLDivElement, SlotProps<'div'>>(function TabsList(props, ref) {
  return <Tabs.List tabIndex={undefined} {...props} style={{ outline: undefined, ...props.style }} ref={ref} />;
});

/**
 * A `<button role="tab">`, with `asChild` and `disabled`. Its child uses `fromRadix`, and sets `aria-selected`, `data-state`,
 * `tabIndex` and the IDs.
 */
export const TabsTab: typeof Tabs.Trigger = Tabs.Trigger;
