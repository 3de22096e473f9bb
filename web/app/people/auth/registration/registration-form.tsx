import '@mantine/core/styles/Checkbox.css';
import type { Site } from '@app/contract/platform/page-host';
import { Checkbox, Textarea, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { authApi, REFERRAL_CODE_MAX } from '#contract/people/auth';
import { REGISTRATION_REASON_MAX } from '#contract/people/registrations';
import { call } from '../../../platform/call.ts';
import { useText } from '../../../platform/i18n.tsx';
import { CityField } from '../../../reference/city-field.tsx';
import { SubmitButton } from '../../../ui/form/submit-button.tsx';
import { type Form, useForm } from '../../../ui/form/use-form.ts';
import { toast } from '../../../ui/toast/toast.ts';
import fields from '../../users/fields/fields.module.css';
import {
  BankFields,
  type CountryChoice,
  FlagField,
  PhoneField,
  useLabelledFields,
} from '../../users/fields/person-fields.tsx';
import { PhotoField } from '../../users/fields/photo-field.tsx';
import { toNext } from '../next-page.ts';
import { PasswordField } from '../password-field.tsx';
import { AboutFields } from './about-fields.tsx';
import { checkDraft } from './check-registration.ts';
import {
  type AcceptedVersions,
  type Draft,
  discardLocalDraft,
  EMPTY_DRAFT,
  loadLocalDraft,
  saveLocalDraft,
  toRegistration,
} from './draft.ts';
import styles from './registration.module.css';

interface RegistrationFormProps {
  countries: readonly CountryChoice[];
  invitationUserId: number | null;
  versions: AcceptedVersions;
  home?: Site['home'] | undefined;
  mode?: Site['registration'] | undefined;
}

export function RegistrationForm({ countries, invitationUserId, versions, home, mode }: RegistrationFormProps) {
  const t = useText('registration', 'auth', 'errors');
  const navigate = useNavigate();
  const { search } = useLocation();
  const [photo, setPhoto] = useState<File | null>(null);
  const initial: Draft = {
    ...EMPTY_DRAFT,
    invitation_code: new URLSearchParams(search).get('referral') ?? '',
    ...(home && { country_id: String(home.country_id), city_id: String(home.city_id) }),
  };
  const form = useForm<Draft>({
    initial,
    t,
    wait: t('registration.form.wait'),
    checksOnBlur: 'filled',
    check: (draft) => checkDraft(draft, t, mode),
    onChange: (draft) => saveLocalDraft(sessionStorage, draft),
    onInvalid: () => toast.error(t('registration.form.invalid')),
    async send(draft) {
      const { user_id } = await call(authApi.signup, {
        body: toRegistration(draft, invitationUserId, versions) as never,
        files: { photo: photo ?? undefined },
      });
      discardLocalDraft(sessionStorage);
      toast.success(t('registration.form.sent'));
      await navigate(`/activation/${user_id}${toNext(search)}`);
    },
  });
  const field = useLabelledFields(form);
  const { values, change, replace } = form;

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page comes alive
  useEffect(() => void replace(loadLocalDraft(sessionStorage, initial)), []);

  return (
    <form {...form.props}>
      <AdmissionFields form={form} mode={mode} />
      <PhotoField photo={photo} onChange={setPhoto} />
      <IdentityFields form={form} countries={countries} />
      <SignInFields form={form} />
      <AboutFields form={form} />
      <FlagField
        className={styles.group}
        label={t('registration.form.status')}
        value={values.user_legal_status}
        texts={[
          { value: '0', label: t('registration.form.person') },
          { value: '1', label: t('registration.form.company') },
        ]}
        hint={t('registration.form.statusHint')}
        hintClass={styles.hint}
        onChange={(user_legal_status) => change({ user_legal_status })}
      />
      {values.user_legal_status === '1' && (
        <fieldset className={styles.group}>
          <legend>{t('registration.form.bank')}</legend>
          <BankFields
            field={(name) => field(`user_${name}`)}
            onChange={(details) =>
              change(Object.fromEntries(Object.entries(details).map(([name, value]) => [`user_${name}`, value])))
            }
          />
        </fieldset>
      )}
      <Consent form={form} />
      <div className={styles.actions}>
        <SubmitButton isSending={form.isSending}>{t('registration.form.submit')}</SubmitButton>
        <span className={styles.small}>{t('registration.form.after')}</span>
      </div>
    </form>
  );
}

/** What the operator asks of newcomers, where registration is not open. */
function AdmissionFields({ form, mode }: PartProps & Pick<RegistrationFormProps, 'mode'>) {
  const t = useText('registration');
  if (mode === 'invited')
    return (
      <TextInput
        {...form.field('invitation_code')}
        className={styles.group}
        label={t('registration.form.invitation_code')}
        withAsterisk
        maxLength={REFERRAL_CODE_MAX}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
    );
  if (mode !== 'approved') return null;
  return (
    <Textarea
      {...form.field('registration_reason')}
      className={styles.group}
      label={t('registration.form.reason')}
      withAsterisk
      minRows={3}
      maxLength={REGISTRATION_REASON_MAX}
    />
  );
}

interface PartProps {
  form: Form<Draft>;
}

function IdentityFields({ form, countries }: PartProps & Pick<RegistrationFormProps, 'countries'>) {
  const t = useText('registration');
  const field = useLabelledFields(form);
  const { values, errors, change } = form;
  return (
    <fieldset className={styles.group}>
      <legend>{t('registration.form.you')}</legend>
      <div className={fields.two}>
        <TextInput {...field('user_firstname')} withAsterisk autoComplete="given-name" />
        <TextInput {...field('user_lastname')} withAsterisk autoComplete="family-name" />
        <TextInput {...field('user_email')} withAsterisk type="email" autoComplete="email" />
        <PhoneField
          field={field('user_phone')}
          isRequired
          countries={countries}
          iso={values.user_country_iso}
          code={values.user_country_code}
          onCountry={(user_country_iso, user_country_code) => change({ user_country_iso, user_country_code })}
        />
        <CityField country={values.country_id} city={values.city_id} errors={errors} onChange={change} />
      </div>
    </fieldset>
  );
}

function SignInFields({ form }: PartProps) {
  const t = useText('registration', 'auth');
  const field = useLabelledFields(form);
  return (
    <fieldset className={styles.group}>
      <legend>{t('registration.form.signIn')}</legend>
      <div className={styles.three}>
        <TextInput
          {...field('user_login')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          description={t('registration.form.loginHint')}
          withAsterisk
          autoComplete="username"
        />
        <PasswordField
          {...field('user_password')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          description={t('registration.form.passwordHint')}
          withAsterisk
          autoComplete="new-password"
        />
        <PasswordField
          {...form.field('repeat')}
          label={t('auth.password.repeat')}
          withAsterisk
          autoComplete="new-password"
        />
      </div>
    </fieldset>
  );
}

function Consent({ form: { values, errors, change } }: PartProps) {
  const t = useText('registration');
  return (
    <div className={styles.consent}>
      <Checkbox
        label={t('registration.form.consent')}
        checked={values.consent}
        error={errors.consent}
        styles={{ error: { paddingInlineStart: 'var(--mantine-spacing-sm)' } }}
        aria-invalid={errors.consent !== undefined}
        onChange={(event) => change({ consent: event.currentTarget.checked })}
      />
      <p className={styles.small}>
        <a className="link" href="/consent" target="_blank" rel="noreferrer">
          {t('registration.form.consentRead')}
        </a>
        {'. '}
        {t('registration.form.agreement')}{' '}
        <a className="link" href="/agreement" target="_blank" rel="noreferrer">
          {t('registration.form.agreementLink')}
        </a>
      </p>
    </div>
  );
}
