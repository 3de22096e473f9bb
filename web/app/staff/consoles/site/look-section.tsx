import { CONTRAST_MIN, contrastsOf, DEFAULT_COLOR, isColor, shadesOf } from '@app/contract/platform/brand-colors';
import { logoUrl } from '@app/contract/platform/site-logo';
import type { SiteLogo } from '@app/contract/platform/site-settings';
import { Button, FileButton, TextInput } from '@mantine/core';
import { IMAGE_TYPES } from '#contract/files/media';
import { SHORT_NAME_MAX, SITE_NAME_MAX } from '#contract/staff/site';
import { useLanguage, useText } from '../../../platform/i18n.tsx';
import { Logo } from '../../../ui/frame/brand.tsx';
import { FieldPair } from '../frame/staff-form.tsx';
import { StaffSection } from '../frame/staff-section.tsx';
import styles from './site.module.css';
import type { SiteFields } from './site-draft.ts';

interface LookSectionProps {
  form: SiteFields;
  logo: SiteLogo | null;
  isSendingLogo: boolean;
  onLogo: (file: File | null) => void;
}

export function LookSection({ form: { values, change, field }, logo, isSendingLogo, onLogo }: LookSectionProps) {
  const t = useText('site');
  const order = ['label', 'input', 'description', 'error'] as ('label' | 'input' | 'description' | 'error')[];
  return (
    <StaffSection title={t('site.look')}>
      <FieldPair>
        <TextInput
          {...field('name', t('site.name'))}
          description={t('site.nameHint')}
          placeholder={t('frame.name')}
          inputWrapperOrder={order}
          maxLength={SITE_NAME_MAX}
        />
        <TextInput
          {...field('name_latin', t('site.nameLatin'))}
          description={t('site.nameLatinHint')}
          inputWrapperOrder={order}
          maxLength={SITE_NAME_MAX}
        />
        <TextInput
          {...field('short_name', t('site.shortName'))}
          description={t('site.shortNameHint')}
          inputWrapperOrder={order}
          maxLength={SHORT_NAME_MAX}
        />
        <TextInput
          {...field('color', t('site.color'))}
          description={t('site.colorHint')}
          placeholder={DEFAULT_COLOR}
          inputWrapperOrder={order}
          maxLength={7}
          spellCheck={false}
          leftSection={
            <input
              type="color"
              className={styles.picker}
              aria-label={t('site.colorPick')}
              value={isColor(values.color) ? values.color : DEFAULT_COLOR}
              onChange={(event) => change({ color: event.currentTarget.value })}
            />
          }
        />
      </FieldPair>
      <ColorSample color={values.color.trim().toLowerCase()} onReset={() => change({ color: '' })} />
      <div className={styles.logo}>
        <span className={styles.logoBox}>
          {logo ? (
            <img src={logoUrl(logo, 'header')} alt="" width={logo.width} height={logo.height} />
          ) : (
            <Logo height={28} />
          )}
        </span>
        <div className={styles.logoWords}>
          <b>{t('site.logo')}</b>
          <p className={styles.hint}>{t('site.logoHint')}</p>
          <div className={styles.buttons}>
            <FileButton accept={IMAGE_TYPES.join(',')} onChange={(file) => file && onLogo(file)}>
              {(props) => (
                <Button {...props} variant="default" size="sm" loading={isSendingLogo}>
                  {t('site.logoChoose')}
                </Button>
              )}
            </FileButton>
            {logo && (
              <Button variant="subtle" color="gray" size="sm" onClick={() => onLogo(null)}>
                {t('site.logoRemove')}
              </Button>
            )}
          </div>
        </div>
      </div>
    </StaffSection>
  );
}

/** The shades that pages will take, and whether letters can be read on them. */
function ColorSample({ color, onReset }: { color: string; onReset: () => void }) {
  const t = useText('site');
  const lang = useLanguage();
  const shown = isColor(color) ? color : DEFAULT_COLOR;
  const shades = shadesOf(shown);
  const { light, dark } = contrastsOf(shown);
  const format = (ratio: number): string =>
    new Intl.NumberFormat(lang, { maximumFractionDigits: 1 }).format(Math.floor(ratio * 10) / 10);
  return (
    <div className={styles.sample}>
      <div className={styles.shades} aria-hidden="true">
        {shades.map((shade) => (
          <span key={shade} style={{ background: shade }} />
        ))}
      </div>
      <div className={styles.themes} aria-hidden="true">
        <span className={styles.theme} data-theme="light">
          <span style={{ background: shades[7] }}>{t('site.sampleButton')}</span>
          <u style={{ color: shades[7] }}>{t('site.sampleLink')}</u>
        </span>
        <span className={styles.theme} data-theme="dark">
          <span style={{ background: shades[4] }}>{t('site.sampleButton')}</span>
          <u style={{ color: shades[4] }}>{t('site.sampleLink')}</u>
        </span>
      </div>
      <p className={styles.hint} role="status">
        {t('site.contrast', { light: format(light), dark: format(dark) })}
        {Math.min(light, dark) < CONTRAST_MIN && <b className={styles.low}> {t('site.contrastLow')}</b>}
      </p>
      {color !== '' && (
        <Button variant="subtle" color="gray" size="sm" onClick={onReset}>
          {t('site.colorOwn')}
        </Button>
      )}
    </div>
  );
}
