'use client';
import * as RadioGroup from '@radix-ui/react-radio-group';
import { forwardRef, type ComponentPropsWithoutRef, type ReactNode, type Ref } from 'react';

/*
 * Radix's radio group without its value, its keys and its form. What is switched off, and why:
 *
 * - `value` and `onValueChange`: with a value, a selection renders every radio three times (300 radios: 5,436 components
 *   instead of 2). A `form.reset()` of the host calls `onValueChange`, which would select an option.
 * - The refs and the number of radios: Radix keeps them in states, which would render the group again after its mount.
 * - Focus, press and click of a radio: each focus would render every radio, and a radio that gets focus while an arrow
 *   key is down would be selected, even if the key was pressed elsewhere.
 * - Arrow keys: the card captures them. Radix moves focus in a timer, and selects on focus if the key is still down, so
 *   a quick press selects nothing: https://github.com/radix-ui/primitives/issues/4094. In a shadow root, focus moves to
 *   the wrong radio: https://github.com/radix-ui/primitives/issues/3287. Home and End would not select, and Page Up and
 *   Page Down would not scroll.
 * - The hidden input of a radio: it is mounted for a form, and removed in another commit if there is none.
 * - `dir`: Radix writes `ltr` unless the host repeats the direction of the page:
 *   https://github.com/radix-ui/primitives/issues/3016.
 * - The inline `outline` of the group: a strict content security policy refuses it in the server's HTML.
 * - The tab stop of the group: one of the radios is the tab stop, also in the server's HTML.
 */

const Inner = ({ children }: { children?: ReactNode }): ReactNode => children;

// Radix below 1.4 lacks these. A radio is then our button alone. Webpack refuses a name that a package lacks, unless the
// code looks for it first. A destructuring would make Vite keep all of the package.
const Provider = ('unstable_ItemProvider' in RadioGroup && RadioGroup.unstable_ItemProvider) || Inner;
const Trigger = ('unstable_ItemTrigger' in RadioGroup && RadioGroup.unstable_ItemTrigger) || Inner;

type GroupProps = Omit<ComponentPropsWithoutRef<'div'>, 'defaultValue'>;

interface GroupElementProps extends GroupProps {
  element: Ref<HTMLDivElement>;
}

/** Radix does not get its ref. */
const GroupElement = forwardRef<HTMLDivElement, GroupElementProps>(function GroupElement({ element, ...props }, _) {
  return <div {...props} ref={element} />;
});

/** A `<div role="radiogroup">`. `Choice` is one of its radios. */
export const ChoiceGroup = forwardRef<HTMLDivElement, GroupProps>(function ChoiceGroup(
  { dir, children, ...props },
  ref,
) {
  return (
    <RadioGroup.Root
      tabIndex={undefined}
      {...props}
      style={{ outline: undefined, ...props.style }}
      value={null}
      asChild
    >
      <GroupElement dir={dir} element={ref}>
        {/* One for all radios, because their values and states are not Radix's. */}
        <Provider value="" disabled>
          {children}
        </Provider>
      </GroupElement>
    </RadioGroup.Root>
  );
});

/**
 * A `<button role="radio">`, with `asChild`. Its child uses `fromRadix`, and sets the role, `aria-checked`, `data-state`
 * and `tabIndex`. Radix does not get its ref.
 */
export const Choice = Trigger;
