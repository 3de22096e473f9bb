import type { CategoryAttribute } from '@app/contract/reference/attributes';
import { Select, TextInput } from '@mantine/core';
import { ATTRIBUTE_TEXT_MAX } from '#contract/reference/attributes';
import { useText } from '../../../platform/i18n.tsx';
import { button } from '../../../ui/button.ts';
import type { AdFields } from './ad-draft.ts';
import styles from './ad-form.module.css';
import { attributeField } from './attribute-values.ts';

interface AdAttributeFieldsProps {
  attributes: readonly CategoryAttribute[] | null;
  hasFailed: boolean;
  onRetry: () => void;
  values: AdFields['board_attributes'];
  errors: Readonly<Record<string, string | undefined>>;
  onChange: (values: AdFields['board_attributes']) => void;
}

function AttributeField({
  attribute,
  value,
  error,
  onChange,
}: {
  attribute: CategoryAttribute;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}) {
  const t = useText('ad-form');
  const shared = {
    name: attributeField(attribute.id),
    label: attribute.name,
    error,
    withAsterisk: attribute.required === 1,
  };
  if (attribute.kind === 'choice') {
    return (
      <Select
        {...shared}
        placeholder={t('ad-form.attributes.none')}
        data={attribute.choices.map(({ id, name }) => ({ value: String(id), label: name }))}
        value={value === '' ? null : value}
        clearable={attribute.required === 0}
        clearButtonProps={{ 'aria-label': t('ads.filter.reset') }}
        onChange={(next) => onChange(next ?? '')}
      />
    );
  }
  const isNumber = attribute.kind === 'number';
  return (
    <TextInput
      {...shared}
      inputMode={isNumber ? 'decimal' : 'text'}
      maxLength={ATTRIBUTE_TEXT_MAX}
      autoComplete="off"
      value={value}
      rightSection={isNumber && attribute.unit ? <span className={styles.unit}>{attribute.unit}</span> : undefined}
      rightSectionWidth={isNumber && attribute.unit.length > 2 ? 64 : 44}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

export function AdAttributeFields(props: AdAttributeFieldsProps) {
  const { attributes, hasFailed, onRetry, values, errors, onChange } = props;
  const t = useText('ad-form');
  if (hasFailed) {
    return (
      <div className={styles.draft} role="alert">
        {t('ad-form.attributes.failed')}
        <button type="button" className={button('quiet', 'small')} onClick={onRetry}>
          {t('frame.retry')}
        </button>
      </div>
    );
  }
  if (attributes === null || attributes.length === 0) return null;
  return (
    <fieldset className={styles.group}>
      <legend>{t('ad-form.attributes')}</legend>
      <div className={styles.two}>
        {attributes.map((attribute) => (
          <AttributeField
            key={attribute.id}
            attribute={attribute}
            value={values[attribute.id] ?? ''}
            error={errors[attributeField(attribute.id)]}
            onChange={(value) => onChange({ ...values, [attribute.id]: value })}
          />
        ))}
      </div>
    </fieldset>
  );
}
