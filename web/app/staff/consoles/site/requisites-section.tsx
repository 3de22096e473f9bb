import { NativeSelect, Switch, TextInput } from '@mantine/core';
import { LEGAL_FORMS } from '#contract/platform/site-settings';
import { REQUISITE_MAX } from '#contract/staff/site';
import { useText } from '../../../platform/i18n.tsx';
import { FieldPair } from '../frame/staff-form.tsx';
import { StaffSection } from '../frame/staff-section.tsx';
import styles from './site.module.css';
import { NUMBERS, REQUIRED_NUMBERS, REQUIRED_WORDS, type SiteFields, WORDS } from './site-draft.ts';

interface RequisitesSectionProps {
  form: SiteFields;
  takesRealMoney: boolean;
}

export function RequisitesSection({ form: { values, change, field }, takesRealMoney }: RequisitesSectionProps) {
  const t = useText('site');
  return (
    <StaffSection title={t('site.requisites')}>
      <Switch
        label={t('site.requisitesOn')}
        checked={values.hasRequisites}
        onChange={(event) => change({ hasRequisites: event.currentTarget.checked })}
      />
      {values.hasRequisites ? (
        <>
          <FieldPair>
            <NativeSelect
              {...field('requisites.legal_form', t('site.form'))}
              size="md"
              data={LEGAL_FORMS.map((value) => ({ value, label: t(`site.form.${value}`) }))}
            />
            {WORDS.map((word) => (
              <TextInput
                key={word}
                {...field(`requisites.${word}`, t(`site.r.${word}`))}
                withAsterisk={REQUIRED_WORDS.includes(word)}
                maxLength={REQUISITE_MAX}
              />
            ))}
            {NUMBERS.map((number) => (
              <TextInput
                key={number}
                {...field(`requisites.${number}`, t(`site.r.${number}`))}
                withAsterisk={
                  REQUIRED_NUMBERS.includes(number) ||
                  (number === 'kpp' && values['requisites.legal_form'] === 'company')
                }
              />
            ))}
          </FieldPair>
          <details className={styles.more}>
            <summary>{t('site.latinTitle')}</summary>
            <FieldPair>
              {WORDS.map((word) => (
                <TextInput
                  key={word}
                  {...field(`requisites.${word}_latin`, t('site.latin', { field: t(`site.r.${word}`) }))}
                  maxLength={REQUISITE_MAX}
                />
              ))}
            </FieldPair>
          </details>
        </>
      ) : (
        <p className={styles.hint}>
          {t('site.requisitesSample')} {takesRealMoney && <b>{t('site.requisitesPayments')}</b>}
        </p>
      )}
    </StaffSection>
  );
}
