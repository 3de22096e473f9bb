import type { CategoryAttribute } from '@app/contract/reference/attributes';
import { Select, TextInput } from '@mantine/core';
import { ATTRIBUTE_TEXT_MAX } from '#contract/reference/attributes';
import { useText } from '../../../platform/i18n.tsx';
import { button } from '../../../ui/button.ts';
import styles from './ad-form.module.css';
import type { Errors } from './ad-form-state.ts';
import { askedAttributes, attributeField } from './attribute-values.ts';
import type { AdFields } from './draft/ad-draft.ts';
import type { useCategoryAttributes } from './use-category-attributes.ts';

interface AdAttributeFieldsProps {
  asked: ReturnType<typeof useCategoryAttributes>;
  values: AdFields['board_attributes'];
  errors: Errors;
  onChange: (values: AdFields['board_attributes']) => void;
}

interface AttributeFieldProps {
  attribute: CategoryAttribute;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}

function AttributeField({ attribute, value, error, onChange }: AttributeFieldProps) {
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

export function AdAttributeFields({ asked, values, errors, onChange }: AdAttributeFieldsProps) {
  const { attributes, hasFailed, retry } = asked;
  const t = useText('ad-form');
  if (hasFailed) {
    return (
      <div className={styles.draft} role="alert">
        {t('ad-form.attributes.failed')}
        <button type="button" className={button('quiet', 'small')} onClick={retry}>
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
        {askedAttributes(attributes, values).map((attribute) => (
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
