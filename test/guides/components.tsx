// options.tsx
import * as Checkbox from '@radix-ui/react-checkbox';
import * as RadioGroup from '@radix-ui/react-radio-group';
import { useId } from 'react';
import type { QuestionModel } from 'react-ask-user/hook';

export function Options({ multiSelect, options, getOptionsProps }: QuestionModel) {
  const id = useId();
  const rows = options.map(({ key, label, description, isSelected, getControlProps }) => {
    const control = getControlProps({ 'aria-describedby': description && id + key });
    return (
      <div key={key}>
        <label>
          {multiSelect ? (
            <Checkbox.Root {...control} checked={isSelected}>
              <Checkbox.Indicator className="tick" />
            </Checkbox.Root>
          ) : (
            <RadioGroup.Item {...control}>
              <RadioGroup.Indicator className="dot" />
            </RadioGroup.Item>
          )}
          {label}
        </label>
        {description && <p id={id + key}>{description}</p>}
      </div>
    );
  });
  if (multiSelect) return <div {...getOptionsProps()}>{rows}</div>;
  return (
    <RadioGroup.Root asChild value={options.find(({ isSelected }) => isSelected)?.key ?? ''}>
      <div {...getOptionsProps()}>{rows}</div>
    </RadioGroup.Root>
  );
}
