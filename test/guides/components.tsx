// options.tsx
import * as Checkbox from '@radix-ui/react-checkbox';
import * as RadioGroup from '@radix-ui/react-radio-group';
import type { QuestionModel } from 'react-ask-user/hook';

export function Options({ multiSelect, options, getOptionsProps }: QuestionModel) {
  const rows = options.map(({ key, label, isSelected, getControlProps }) => (
    <label key={key}>
      {multiSelect ? (
        <Checkbox.Root {...getControlProps()} checked={isSelected}>
          <Checkbox.Indicator className="tick" />
        </Checkbox.Root>
      ) : (
        <RadioGroup.Item {...getControlProps()}>
          <RadioGroup.Indicator className="dot" />
        </RadioGroup.Item>
      )}
      {label}
    </label>
  ));
  if (multiSelect) return <div {...getOptionsProps()}>{rows}</div>;
  return (
    <RadioGroup.Root asChild value={options.find(({ isSelected }) => isSelected)?.key ?? ''}>
      <div {...getOptionsProps()}>{rows}</div>
    </RadioGroup.Root>
  );
}
