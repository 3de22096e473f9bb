import type { RuleKind, RuleSettings } from '@app/contract/trust/rules';
import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import '@mantine/core/styles/Input.css';
import { useState } from 'react';
import { useText } from '../../../platform/i18n.tsx';
import styles from './rules.module.css';

interface RuleFieldsProps {
  kind: RuleKind;
  settings: RuleSettings;
  errors: Readonly<Record<string, string>>;
  onChange: (part: Partial<RuleSettings>) => void;
}

export function RuleFields({ kind, settings, errors, onChange }: RuleFieldsProps) {
  const t = useText('rules');
  switch (kind) {
    case 'stop_words':
      return <p className={styles.quiet}>{t('rules.words.text')}</p>;
    case 'words':
      return (
        <Lines
          label={t('rules.field.words')}
          lines={settings.words}
          error={errors.words}
          onChange={(words) => onChange({ words })}
        />
      );
    case 'links':
      return (
        <>
          <Lines
            label={t('rules.field.hosts')}
            lines={settings.hosts}
            error={errors.hosts}
            onChange={(hosts) => onChange({ hosts })}
          />
          <Check
            label={t('rules.field.shorteners')}
            isOn={settings.shorteners === 1}
            onChange={(isOn) => onChange({ shorteners: isOn ? 1 : 0 })}
          />
          <NumberField
            label={t('rules.field.link_days')}
            value={settings.link_days}
            max={365}
            min={0}
            onChange={(link_days) => onChange({ link_days })}
          />
        </>
      );
    case 'pictures':
      return (
        <NumberField
          label={t('rules.field.distance')}
          value={settings.distance}
          min={0}
          max={10}
          onChange={(distance) => onChange({ distance })}
        />
      );
    case 'burst':
      return (
        <>
          <NativeSelect
            label={t('rules.field.by')}
            value={settings.by}
            onChange={(event) => onChange({ by: event.currentTarget.value as RuleSettings['by'] })}
            data={(['person', 'address', 'text'] as const).map((value) => ({ value, label: t(`rules.by.${value}`) }))}
          />
          <div className={styles.pair}>
            <NumberField
              label={t('rules.field.count')}
              value={settings.count}
              min={2}
              max={1000}
              onChange={(count) => onChange({ count })}
            />
            <NumberField
              label={t('rules.field.minutes')}
              value={settings.minutes}
              min={1}
              max={1440}
              onChange={(minutes) => onChange({ minutes })}
            />
          </div>
        </>
      );
    case 'newcomer':
      return (
        <>
          <NumberField
            label={t('rules.field.days')}
            value={settings.days}
            min={1}
            max={365}
            onChange={(days) => onChange({ days })}
          />
          <Check
            label={t('rules.field.friendless')}
            isOn={settings.friendless === 1}
            onChange={(isOn) => onChange({ friendless: isOn ? 1 : 0 })}
          />
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

function Check({ label, isOn, onChange }: { label: string; isOn: boolean; onChange: (isOn: boolean) => void }) {
  return (
    <label className={styles.check}>
      <input type="checkbox" checked={isOn} onChange={(event) => onChange(event.currentTarget.checked)} />
      {label}
    </label>
  );
}
