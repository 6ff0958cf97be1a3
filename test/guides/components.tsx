// options.tsx
import * as Checkbox from '@radix-ui/react-checkbox';
import * as RadioGroup from '@radix-ui/react-radio-group';
import type { ComponentPropsWithoutRef } from 'react';
import type { OptionRef, Question, useAskUser } from 'react-ask-user/hook';

type Ask = ReturnType<typeof useAskUser>;

export function Options({ ask, question, index }: { ask: Ask; question: Question; index: number }) {
  const { id, options, multiSelect } = question;
  const draft = ask.state.drafts[index];

  const rows = [...options.keys(), 'other' as const].map((option: OptionRef) => {
    const { type, name, form, value, checked, onChange, onClick, ...rest } = ask.getOptionProps(id, option);
    const control = { ...(rest as ComponentPropsWithoutRef<'button'>), value: String(option) };
    return (
      <label key={option}>
        {multiSelect ? (
          <Checkbox.Root {...control} checked={checked} onCheckedChange={() => ask.toggleOption(id, option)}>
            <Checkbox.Indicator className="tick" />
          </Checkbox.Root>
        ) : (
          <RadioGroup.Item {...control}>
            <RadioGroup.Indicator className="dot" />
          </RadioGroup.Item>
        )}
        {option === 'other' ? 'Other' : options[option]?.label}
      </label>
    );
  });

  // Radix ignores Enter, so the hook receives the keys first.
  const group = <div {...ask.getOptionsProps(id, { onKeyDownCapture: ask.getRootProps().onKeyDown })}>{rows}</div>;
  if (multiSelect) return group;
  return (
    <RadioGroup.Root
      asChild
      value={draft?.other ? 'other' : String(draft?.selected[0] ?? '')}
      onValueChange={(value) => ask.selectOption(id, value === 'other' ? value : Number(value))}
    >
      {group}
    </RadioGroup.Root>
  );
}
