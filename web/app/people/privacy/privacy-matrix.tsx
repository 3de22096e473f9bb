import type { Privacy, PrivacyKey, Reach } from '@app/contract/people/privacy';
import { IconSelector } from '@tabler/icons-react';
import { useEffect, useId, useRef, useState } from 'react';
import { privacyApi, REACHES } from '#contract/people/privacy';
import { isApiError } from '../../platform/api-error.ts';
import { call } from '../../platform/call.ts';
import { useText } from '../../platform/i18n.tsx';
import { ICON_STROKE } from '../../ui/icon.ts';
import { toast } from '../../ui/toast/toast.ts';
import styles from './privacy-matrix.module.css';
import { DONE, type PrivacyState, refused, SEEN, sent, shownPrivacy, startSending } from './privacy-state.ts';

/** Saves one after the other, so that the last choice is the last word on the server too. */
function usePrivacy(loaded: Privacy) {
  const t = useText('privacy');
  const [state, setState] = useState<PrivacyState>({ saved: loaded, sending: [] });
  const queue = useRef<Promise<void>>(Promise.resolve());
  // Another tab may have changed it.
  useEffect(
    () => setState((before) => (before.sending.length > 0 ? before : { saved: loaded, sending: [] })),
    [loaded],
  );

  function choose(key: PrivacyKey, reach: Reach, before: Reach): void {
    setState((now) => startSending(now, key, reach));
    queue.current = queue.current.then(() => send(key, reach, before));
  }

  async function send(key: PrivacyKey, reach: Reach, before: Reach): Promise<void> {
    try {
      await call(privacyApi.set, { body: { [key]: reach } });
      setState((now) => sent(now, key, reach));
      toast.success(t('privacy.saved', { what: t(`privacy.key.${key}`), who: t(`privacy.reach.${reach}`) }), {
        action: { label: t('privacy.undo'), onPress: () => choose(key, before, reach) },
      });
    } catch (error) {
      setState((now) => refused(now, key, reach));
      if (!isApiError(error)) throw error;
      toast.error(error.body.message || `${t('privacy.failed')}. ${t('frame.error.network')}`);
    }
  }

  const shown = shownPrivacy(state);
  return { shown, choose: (key: PrivacyKey, reach: Reach) => choose(key, reach, shown[key]) };
}

interface PartProps {
  title: string;
  keys: readonly PrivacyKey[];
  shown: Privacy;
  onChoose: (key: PrivacyKey, reach: Reach) => void;
}

/** A table of radio groups: a row for each thing, a column for each reach. On phones each row is a list to choose from. */
function Part({ title, keys, shown, onChoose }: PartProps) {
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
            {REACHES.map((reach) => (
              <th key={reach} scope="col" id={`${id}-${reach}`}>
                {t(`privacy.reach.${reach}`)}
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
              {REACHES.map((reach) => (
                <td key={reach}>
                  <label>
                    <input
                      type="radio"
                      name={`${id}-${key}`}
                      aria-labelledby={`${id}-${key} ${id}-${reach}`}
                      checked={shown[key] === reach}
                      onChange={() => onChoose(key, reach)}
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
                onChange={({ currentTarget }) => onChoose(key, currentTarget.value as Reach)}
              >
                {REACHES.map((reach) => (
                  <option key={reach} value={reach}>
                    {t(`privacy.reach.${reach}`)}
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

/** Who sees what of the viewer and who may do what; every choice is saved at once. */
export function PrivacyMatrix({ loaded }: { loaded: Privacy }) {
  const t = useText('privacy');
  const { shown, choose } = usePrivacy(loaded);
  return (
    <>
      <p className={styles.intro}>{t('privacy.intro')}</p>
      <Part title={t('privacy.see')} keys={SEEN} shown={shown} onChoose={choose} />
      <Part title={t('privacy.do')} keys={DONE} shown={shown} onChoose={choose} />
    </>
  );
}
