import type { RuleKind, RuleSettings } from '@app/contract/trust/rules';
import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useText } from '../../../platform/i18n.tsx';
import type { FieldErrors } from '../../../ui/form/use-form.ts';
import { FieldPair } from '../frame/staff-form.tsx';
import styles from './rules.module.css';

interface RuleFieldsProps {
  kind: RuleKind;
  settings: RuleSettings;
  errors: FieldErrors;
  onChange: (part: Partial<RuleSettings>) => void;
}

export function RuleFields({ kind, settings, errors, onChange }: RuleFieldsProps) {
  const t = useText('rules');
  const lines = (name: 'words' | 'hosts') => (
    <Lines
      label={t(`rules.field.${name}`)}
      lines={settings[name]}
      error={errors[name]}
      onChange={(values) => onChange({ [name]: values })}
    />
  );
  const number = (name: 'link_days' | 'distance' | 'count' | 'minutes' | 'days', min: number, max: number) => (
    <NumberField
      label={t(`rules.field.${name}`)}
      value={settings[name]}
      min={min}
      max={max}
      onChange={(value) => onChange({ [name]: value })}
    />
  );
  const check = (name: 'shorteners' | 'friendless') => (
    <Check
      label={t(`rules.field.${name}`)}
      isOn={settings[name] === 1}
      onChange={(isOn) => onChange({ [name]: isOn ? 1 : 0 })}
    />
  );
  switch (kind) {
    case 'stop_words':
      return <p className="dim">{t('rules.words.text')}</p>;
    case 'words':
      return lines('words');
    case 'links':
      return (
        <>
          {lines('hosts')}
          {check('shorteners')}
          {number('link_days', 0, 365)}
        </>
      );
    case 'pictures':
      return number('distance', 0, 10);
    case 'burst':
      return (
        <>
          <NativeSelect
            label={t('rules.field.by')}
            value={settings.by}
            onChange={(event) => onChange({ by: event.currentTarget.value as RuleSettings['by'] })}
            data={(['person', 'address', 'text'] as const).map((value) => ({ value, label: t(`rules.by.${value}`) }))}
          />
          <FieldPair>
            {number('count', 2, 1000)}
            {number('minutes', 1, 1440)}
          </FieldPair>
        </>
      );
    case 'newcomer':
      return (
        <>
          {number('days', 1, 365)}
          {check('friendless')}
        </>
      );
  }
}

interface LinesProps {
  label: string;
  lines: readonly string[];
  error: string | undefined;
  onChange: (lines: string[]) => void;
}

/** Text area with one value per line; empty lines are ignored. */
function Lines({ label, lines, error, onChange }: LinesProps) {
  const [typed, setTyped] = useState(lines.join('\n'));
  return (
    <Textarea
      label={label}
      rows={4}
      value={typed}
      error={error}
      onChange={(event) => {
        const text = event.currentTarget.value;
        setTyped(text);
        onChange(
          text
            .split('\n')
            .map((one) => one.trim())
            .filter(Boolean),
        );
      }}
    />
  );
}

interface NumberFieldProps {
  label: string;
  value: number;
  min: number;
  max: number;
  onChange: (value: number) => void;
}

/** Invalid values are corrected on blur. */
function NumberField({ label, value, min, max, onChange }: NumberFieldProps) {
  const [typed, setTyped] = useState(String(value));
  return (
    <TextInput
      label={label}
      inputMode="numeric"
      value={typed}
      onChange={(event) => {
        const text = event.currentTarget.value.replace(/\D/g, '').slice(0, 5);
        setTyped(text);
        const number = Number(text);
        if (text !== '' && number >= min && number <= max) onChange(number);
      }}
      onBlur={() => setTyped(String(value))}
    />
  );
}

export function Check({ label, isOn, onChange }: { label: string; isOn: boolean; onChange: (isOn: boolean) => void }) {
  return (
    <label className={styles.check}>
      <input type="checkbox" checked={isOn} onChange={(event) => onChange(event.currentTarget.checked)} />
      {label}
    </label>
  );
}
