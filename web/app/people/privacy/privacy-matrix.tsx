import { IconSelector } from 'virtual:icons';
import type { ContactAudience, Privacy, PrivacyKey } from '@app/contract/people/privacy';
import { useEffect, useId, useRef, useState } from 'react';
import { CONTACT_AUDIENCES, privacyApi } from '#contract/people/privacy';
import { isApiError } from '../../platform/api-error.ts';
import { call } from '../../platform/call.ts';
import { useText } from '../../platform/i18n.tsx';
import { ICON_STROKE } from '../../ui/icon.ts';
import { toast } from '../../ui/toast/toast.ts';
import styles from './privacy-matrix.module.css';
import {
  confirmChoice,
  PERMISSION_KEYS,
  type PrivacyState,
  rejectChoice,
  shownPrivacy,
  startSending,
  VISIBILITY_KEYS,
} from './privacy-state.ts';

/** Saves changes one after the other, so that the last choice is also the last one on the server. */
function usePrivacy(loaded: Privacy) {
  const t = useText('privacy');
  const [state, setState] = useState<PrivacyState>({ saved: loaded, sending: [] });
  const queue = useRef<Promise<void>>(Promise.resolve());
  // Another tab may have changed the settings.
  useEffect(
    () => setState((before) => (before.sending.length > 0 ? before : { saved: loaded, sending: [] })),
    [loaded],
  );

  function choose(key: PrivacyKey, audience: ContactAudience, before: ContactAudience): void {
    setState((now) => startSending(now, key, audience));
    queue.current = queue.current.then(() => send(key, audience, before));
  }

  async function send(key: PrivacyKey, audience: ContactAudience, before: ContactAudience): Promise<void> {
    try {
      await call(privacyApi.set, { body: { [key]: audience } });
      setState((now) => confirmChoice(now, key, audience));
      toast.success(t('privacy.saved', { what: t(`privacy.key.${key}`), who: t(`privacy.reach.${audience}`) }), {
        action: { label: t('privacy.undo'), onPress: () => choose(key, before, audience) },
      });
    } catch (error) {
      setState((now) => rejectChoice(now, key, audience));
      if (!isApiError(error)) throw error;
      toast.error(error.body.message || `${t('privacy.failed')}. ${t('frame.error.network')}`);
    }
  }

  const shown = shownPrivacy(state);
  return { shown, choose: (key: PrivacyKey, audience: ContactAudience) => choose(key, audience, shown[key]) };
}

interface PrivacyTableProps {
  title: string;
  keys: readonly PrivacyKey[];
  shown: Privacy;
  onChoose: (key: PrivacyKey, audience: ContactAudience) => void;
}

function PrivacyTable({ title, keys, shown, onChoose }: PrivacyTableProps) {
  const t = useText('privacy');
  const id = useId();
  return (
    <div className={styles.part}>
      <table className={styles.table}>
        <caption className="sr">{title}</caption>
        <thead>
          <tr>
            <th scope="col" className={styles.title}>
              {title}
            </th>
            {CONTACT_AUDIENCES.map((audience) => (
              <th key={audience} scope="col" id={`${id}-${audience}`}>
                {t(`privacy.reach.${audience}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {keys.map((key) => (
            <tr key={key}>
              <th scope="row" id={`${id}-${key}`}>
                {t(`privacy.key.${key}`)}
                {key === 'phone' && <small>{t('privacy.note.phone')}</small>}
              </th>
              {CONTACT_AUDIENCES.map((audience) => (
                <td key={audience}>
                  <label>
                    <input
                      type="radio"
                      name={`${id}-${key}`}
                      aria-labelledby={`${id}-${key} ${id}-${audience}`}
                      checked={shown[key] === audience}
                      onChange={() => onChoose(key, audience)}
                    />
                  </label>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <div className={styles.lists}>
        <h2>{title}</h2>
        {keys.map((key) => (
          <div key={key} className={styles.line}>
            <label htmlFor={`${id}-${key}-list`}>
              {t(`privacy.key.${key}`)}
              {key === 'phone' && <small>{t('privacy.note.phone')}</small>}
            </label>
            <span className={styles.select}>
              <select
                id={`${id}-${key}-list`}
                value={shown[key]}
                onChange={({ currentTarget }) => onChoose(key, currentTarget.value as ContactAudience)}
              >
                {CONTACT_AUDIENCES.map((audience) => (
                  <option key={audience} value={audience}>
                    {t(`privacy.reach.${audience}`)}
                  </option>
                ))}
              </select>
              <IconSelector size={18} stroke={ICON_STROKE} aria-hidden="true" />
            </span>
          </div>
        ))}
      </div>
    </div>
  );
}

export function PrivacyMatrix({ loaded }: { loaded: Privacy }) {
  const t = useText('privacy');
  const { shown, choose } = usePrivacy(loaded);
  return (
    <>
      <p className="dim">{t('privacy.intro')}</p>
      <PrivacyTable title={t('privacy.see')} keys={VISIBILITY_KEYS} shown={shown} onChoose={choose} />
      <PrivacyTable title={t('privacy.do')} keys={PERMISSION_KEYS} shown={shown} onChoose={choose} />
    </>
  );
}
