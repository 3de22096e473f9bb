import '@mantine/core/styles/Input.css';
import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/PasswordInput.css';
import '@mantine/core/styles/ActionIcon.css';
import '@mantine/core/styles/Checkbox.css';
import '@mantine/core/styles/CloseButton.css';
import '@mantine/core/styles/Combobox.css';
import '@mantine/core/styles/Popover.css';
import '@mantine/core/styles/ScrollArea.css';
import '@mantine/core/styles/FloatingIndicator.css';
import '@mantine/core/styles/SegmentedControl.css';
import { Checkbox, Input, PasswordInput, SegmentedControl, Select, TextInput } from '@mantine/core';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useNavigate } from 'react-router';
import { authApi } from '#contract/people/auth';
import { isApiError } from '../../../platform/api-error.ts';
import { call } from '../../../platform/call.ts';
import { useText } from '../../../platform/i18n.tsx';
import { PlaceFields } from '../../../reference/place-fields.tsx';
import { SubmitButton } from '../../../ui/form/submit-button.tsx';
import { useSubmit } from '../../../ui/form/use-submit.ts';
import { toast } from '../../../ui/toast/toast.ts';
import { AboutFields } from './about-fields.tsx';
import { BankFields } from './bank-fields.tsx';
import { checkDraft, type DraftErrors } from './check-registration.ts';
import { type Draft, discardLocalDraft, EMPTY_DRAFT, loadLocalDraft, saveLocalDraft, toRegistration } from './draft.ts';
import { PhotoField } from './photo-field.tsx';
import styles from './registration.module.css';

export interface CountryChoice {
  id: number;
  name: string;
  iso: string;
  phone_code: string;
}

interface RegistrationFormProps {
  countries: readonly CountryChoice[];
  invitationUserId: number | null;
  versions: { policy: string; consent: string };
}

type Messages = Partial<Record<keyof Draft, string>>;

export function RegistrationForm({ countries, invitationUserId, versions }: RegistrationFormProps) {
  const t = useText('registration', 'auth', 'errors');
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const phoneId = useId();
  const [draft, setDraft] = useState(EMPTY_DRAFT);
  const [photo, setPhoto] = useState<File | null>(null);
  const [errors, setErrors] = useState<DraftErrors>({});
  const [refusals, setRefusals] = useState<Messages>({});
  const { isSending, submit } = useSubmit({
    wait: t('registration.form.wait'),
    onError(error) {
      if (!isApiError(error) || error.body.fields === undefined) return false;
      const { fields, message } = error.body;
      flushSync(() => setRefusals(fields));
      toast.error(message);
      focusFirstError();
      return true;
    },
  });

  useEffect(() => setDraft(loadLocalDraft(sessionStorage)), []);

  const texts: Messages = {
    ...Object.fromEntries(Object.entries(errors).map(([field, key]) => [field, key && t(key)])),
    ...refusals,
  };

  function change(part: Partial<Draft>): void {
    const next = { ...draft, ...part };
    setDraft(next);
    saveLocalDraft(sessionStorage, next);
    const without = <T extends object>(all: T): T =>
      Object.fromEntries(Object.entries(all).filter(([field]) => !(field in part))) as T;
    setErrors(without);
    setRefusals(without);
  }

  async function checkField(field: keyof Draft): Promise<void> {
    if (draft[field] === '') return;
    const found = await checkDraft(draft, hasText);
    setErrors((known) => ({ ...known, [field]: found[field] }));
  }

  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    void submit(async () => {
      const found = await checkDraft(draft, hasText);
      flushSync(() => setErrors(found));
      if (Object.keys(found).length > 0) {
        toast.error(t('registration.form.invalid'));
        focusFirstError();
        return;
      }
      const { user_id } = await call(authApi.signup, {
        body: toRegistration(draft, invitationUserId, versions) as never,
        files: { photo: photo ?? undefined },
      });
      discardLocalDraft(sessionStorage);
      toast.success(t('registration.form.sent'));
      await navigate(`/activation/${user_id}`);
    });
  }

  function focusFirstError(): void {
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }

  function hasText(key: string): boolean {
    return t(key as 'errors.internal') !== key;
  }

  const field = (name: Exclude<keyof Draft, 'consent' | 'user_allow_to_call'>) => ({
    name,
    value: draft[name],
    error: texts[name],
    // Mantine's password fields do not set `aria-invalid` themselves.
    'aria-invalid': texts[name] !== undefined || undefined,
    onChange: (event: { currentTarget: { value: string } }) => change({ [name]: event.currentTarget.value }),
    onBlur: () => void checkField(name),
  });
  const below = {
    inputWrapperOrder: ['label', 'input', 'description', 'error'] as ('label' | 'input' | 'description' | 'error')[],
  };
  const reveal = { visibilityToggleButtonProps: { 'aria-label': t('auth.password.show') } };

  return (
    <form ref={form} noValidate onSubmit={handleSubmit}>
      <PhotoField photo={photo} onChange={setPhoto} />

      <fieldset className={styles.group}>
        <legend>{t('registration.form.you')}</legend>
        <div className={styles.two}>
          <TextInput
            {...field('user_firstname')}
            label={t('registration.form.firstname')}
            withAsterisk
            autoComplete="given-name"
          />
          <TextInput
            {...field('user_lastname')}
            label={t('registration.form.lastname')}
            withAsterisk
            autoComplete="family-name"
          />
          <TextInput
            {...field('user_email')}
            label={t('registration.form.email')}
            withAsterisk
            type="email"
            autoComplete="email"
          />
          <Input.Wrapper
            id={phoneId}
            label={t('registration.form.phone')}
            withAsterisk
            error={texts.user_phone}
            size="md"
          >
            <div className={styles.phone}>
              <Select
                aria-label={t('registration.form.phoneCode')}
                w={116}
                searchable
                allowDeselect={false}
                comboboxProps={{ width: 280, position: 'bottom-start', withinPortal: false }}
                data={countries.map(({ iso, name, phone_code }) => ({ value: iso, label: `+${phone_code}`, name }))}
                renderOption={({ option }) => `${(option as { name?: string }).name} ${option.label}`}
                filter={({ options, search }) => filterCodes(options, search)}
                value={draft.user_country_iso}
                onChange={(iso) => {
                  const code = countries.find((country) => country.iso === iso)?.phone_code;
                  if (iso && code) change({ user_country_iso: iso, user_country_code: code });
                }}
              />
              <TextInput
                {...field('user_phone')}
                id={phoneId}
                error={texts.user_phone !== undefined}
                inputMode="tel"
                autoComplete="tel-national"
                style={{ flex: 1 }}
                required
              />
            </div>
          </Input.Wrapper>
          <PlaceFields
            countries={countries}
            country={draft.country_id}
            city={draft.city_id}
            errors={texts}
            onChange={change}
          />
        </div>
      </fieldset>

      <fieldset className={styles.group}>
        <legend>{t('registration.form.signIn')}</legend>
        <div className={styles.three}>
          <TextInput
            {...field('user_login')}
            {...below}
            label={t('registration.form.login')}
            description={t('registration.form.loginHint')}
            withAsterisk
            autoComplete="username"
          />
          <PasswordInput
            {...field('user_password')}
            {...below}
            {...reveal}
            label={t('registration.form.password')}
            description={t('registration.form.passwordHint')}
            withAsterisk
            autoComplete="new-password"
          />
          <PasswordInput
            {...field('repeat')}
            {...reveal}
            label={t('auth.password.repeat')}
            withAsterisk
            autoComplete="new-password"
          />
        </div>
      </fieldset>

      <AboutFields draft={draft} onChange={change} />

      <fieldset className={styles.group}>
        <legend>{t('registration.form.status')}</legend>
        <SegmentedControl
          aria-label={t('registration.form.status')}
          size="md"
          radius="md"
          value={draft.user_legal_status}
          onChange={(value) => change({ user_legal_status: value === '1' ? '1' : '0' })}
          data={[
            { value: '0', label: t('registration.form.person') },
            { value: '1', label: t('registration.form.company') },
          ]}
        />
        <p className={styles.hint}>{t('registration.form.statusHint')}</p>
      </fieldset>
      {draft.user_legal_status === '1' && (
        <BankFields draft={draft} errors={texts} onChange={(name, value) => change({ [name]: value })} />
      )}

      <div className={styles.consent}>
        <Checkbox
          label={t('registration.form.consent')}
          checked={draft.consent}
          error={texts.consent}
          styles={{ error: { paddingInlineStart: 'var(--mantine-spacing-sm)' } }}
          aria-invalid={texts.consent !== undefined}
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
      <div className={styles.actions}>
        <SubmitButton isSending={isSending}>{t('registration.form.submit')}</SubmitButton>
        <span className={styles.small}>{t('registration.form.after')}</span>
      </div>
    </form>
  );
}

function filterCodes<T extends { label?: string; name?: string }>(options: readonly object[], search: string): T[] {
  const wanted = search.trim().toLowerCase().replace('+', '');
  return (options as T[]).filter(({ label, name }) => `${label} ${name}`.toLowerCase().includes(wanted));
}
