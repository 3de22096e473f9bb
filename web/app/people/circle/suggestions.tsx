import { IconUserCheck, IconUserPlus } from 'virtual:icons';
import type { User } from '@app/contract/people/users';
import { useState } from 'react';
import { circleApi } from '#contract/people/circle';
import { isApiError } from '../../platform/api-error.ts';
import { call } from '../../platform/call.ts';
import { useText } from '../../platform/i18n.tsx';
import { button } from '../../ui/button.ts';
import { useFocusNext } from '../../ui/form/use-focus-next.ts';
import { ICON_STROKE } from '../../ui/icon.ts';
import { RecommendationsNote } from '../../ui/recommendations-note.tsx';
import { toast } from '../../ui/toast/toast.ts';
import styles from './side-card.module.css';
import { SidePerson } from './side-person.tsx';
import { useFriendAction } from './use-friend-action.ts';

const SHOWN = 5;

function Suggestion({ user, onHide }: { user: User; onHide: () => void }) {
  const t = useText('circle');
  const { sending, send } = useFriendAction();
  const [isAsked, setAsked] = useState(false);
  const name = `${user.firstname} ${user.lastname}`.trim();

  async function sendRequest(): Promise<void> {
    if (await send(user.id, 'request')) setAsked(true);
  }

  return (
    <SidePerson
      user={user}
      buttons={
        isAsked ? (
          <p className={styles.about} role="status">
            <IconUserCheck size={18} stroke={ICON_STROKE} aria-hidden="true" /> {t('circle.sent')}
          </p>
        ) : (
          <>
            <button
              type="button"
              className={button('light', 'small')}
              aria-label={t('circle.add.of', { name })}
              aria-busy={sending !== null}
              onClick={() => void sendRequest()}
            >
              <IconUserPlus size={18} stroke={ICON_STROKE} aria-hidden="true" />
              {t('circle.add')}
            </button>
            <button
              type="button"
              className={button('quiet', 'small')}
              aria-label={t('circle.suggest.hide.of', { name })}
              onClick={onHide}
            >
              {t('circle.hide')}
            </button>
          </>
        )
      }
    />
  );
}

export function Suggestions({ people }: { people: readonly User[] }) {
  const t = useText('circle');
  const [hidden, setHidden] = useState<ReadonlySet<number>>(new Set());
  const list = useFocusNext<HTMLUListElement>(people.length - hidden.size);
  const shown = people.filter(({ id }) => !hidden.has(id)).slice(0, SHOWN);

  function put(id: number, isHidden: boolean): void {
    setHidden((before) => {
      const next = new Set(before);
      if (isHidden) next.add(id);
      else next.delete(id);
      return next;
    });
  }

  async function send(id: number, isHidden: boolean): Promise<boolean> {
    put(id, isHidden);
    try {
      await call(circleApi.hideSuggestion, { body: { id, hidden: isHidden ? 1 : 0 } });
      return true;
    } catch (error) {
      put(id, !isHidden);
      if (!isApiError(error)) throw error;
      toast.error(error.body.message || t('frame.error.generic'));
      return false;
    }
  }

  async function hide({ id, firstname, lastname }: User): Promise<void> {
    if (!(await send(id, true))) return;
    toast.success(t('circle.suggest.hidden', { name: `${firstname} ${lastname}`.trim() }), {
      action: { label: t('ads.undo'), onPress: () => void send(id, false) },
    });
  }

  if (shown.length === 0) return null;
  return (
    <section className={`card ${styles.card}`} aria-labelledby="circle-suggestions">
      <h2 id="circle-suggestions">{t('circle.suggest.title')}</h2>
      <ul ref={list} className={styles.list}>
        {shown.map((user) => (
          <li key={user.id}>
            <Suggestion user={user} onHide={() => void hide(user)} />
          </li>
        ))}
      </ul>
      <RecommendationsNote />
    </section>
  );
}
