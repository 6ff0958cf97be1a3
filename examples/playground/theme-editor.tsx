import { useId } from 'react';
import { CopyButton } from './copy-button.js';
import { PROPERTIES, type Property } from './properties.js';

type Theme = Readonly<Record<string, string>>;

const TITLES: Readonly<Record<Property['kind'], string>> = {
  color: 'Colors',
  size: 'Sizes',
  other: 'Fonts and shadow',
};
const HEX = /^#[\da-f]{6}$/i;

interface RowProps {
  property: Property;
  value: string;
  onChange: (value: string) => void;
}

function Row({ property: { name, description, kind }, value, onChange }: RowProps) {
  const id = useId();
  return (
    <div className="playground-property">
      <label htmlFor={id} title={description}>
        {name}
      </label>
      {kind === 'color' && (
        <input
          type="color"
          aria-label={`${name}, color`}
          value={HEX.test(value) ? value : '#808080'}
          data-empty={value === '' || undefined}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
      <input
        id={id}
        type="text"
        value={value}
        placeholder="default"
        spellCheck={false}
        autoComplete="off"
        onChange={({ target }) => onChange(target.value)}
      />
    </div>
  );
}

/** Edits every custom property of the card. An empty field keeps the default, which follows the color scheme. */
export function ThemeEditor({ theme, onChange }: { theme: Theme; onChange: (theme: Theme) => void }) {
  const css = () =>
    `.my-app {\n${Object.entries(theme)
      .filter(([, value]) => value)
      .map(([name, value]) => `  --ask-user-${name}: ${value};\n`)
      .join('')}}\n`;
  return (
    <div className="playground-theme">
      {(['color', 'size', 'other'] as const).map((kind) => (
        <fieldset key={kind}>
          <legend>{TITLES[kind]}</legend>
          {PROPERTIES.filter((property) => property.kind === kind).map((property) => (
            <Row
              key={property.name}
              property={property}
              value={theme[property.name] ?? ''}
              onChange={(value) => onChange({ ...theme, [property.name]: value })}
            />
          ))}
        </fieldset>
      ))}
      <div className="playground-row">
        <CopyButton text={css}>Copy CSS</CopyButton>
        <button type="button" onClick={() => onChange({})}>
          Reset
        </button>
      </div>
    </div>
  );
}
