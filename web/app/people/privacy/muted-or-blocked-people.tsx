import type { User } from '@app/contract/people/users';
import { useState } from 'react';
import { circleApi } from '#contract/people/circle';
import { isApiError } from '../../platform/api-error.ts';
import { call } from '../../platform/call.ts';
import { formatDateTime, formatNumber } from '../../platform/format/format.ts';
import { useLanguage, useText } from '../../platform/i18n.tsx';
import { button } from '../../ui/button.ts';
import { useFocusNext } from '../../ui/form/use-focus-next.ts';
import { useSubmit } from '../../ui/form/use-submit.ts';
import { toast } from '../../ui/toast/toast.ts';
import { PersonListItem } from '../circle/person-list-item.tsx';
import styles from './privacy-section.module.css';
import { PrivacySection } from './privacy-section.tsx';

type Kind = 'blocked' | 'muted';

interface Page {
  list: readonly User[];
  total: number;
  next: string | null;
}

interface MutedOrBlockedPeopleProps {
  kind: Kind;
  loaded: Page | null;
}

const LISTS = { blocked: circleApi.blocked, muted: circleApi.muted };
const LIFTS = { blocked: circleApi.unblock, muted: circleApi.unmute };

function useMutedOrBlocked(kind: Kind, loaded: Page) {
  const t = useText('privacy');
  const [further, setFurther] = useState<{ of: Page; pages: readonly Page[] } | null>(null);
  const [lifted, setLifted] = useState<ReadonlySet<User>>(new Set());
  const { isSending: isLoading, submit } = useSubmit({ fallback: t('privacy.failed.load') });
  const pages = [loaded, ...(further?.of === loaded ? further.pages : [])];
  const people = pages.flatMap(({ list }) => list).filter((user) => !lifted.has(user));
  const next = pages.at(-1)?.next ?? null;

  const more = (): Promise<void> =>
    submit(async () => {
      if (next === null) return;
      const page = await call(LISTS[kind], { query: { after: next } });
      setFurther((before) => ({ of: loaded, pages: [...(before?.of === loaded ? before.pages : []), page] }));
    });

  async function lift(user: User): Promise<void> {
    setLifted((before) => new Set(before).add(user));
    try {
      await call(LIFTS[kind], { params: { id: user.id } });
      toast.success(t(kind === 'blocked' ? 'privacy.unblocked' : 'privacy.unmuted'));
    } catch (error) {
      setLifted((before) => new Set([...before].filter((one) => one !== user)));
      if (!isApiError(error)) throw error;
      toast.error(error.body.message || t('frame.error.generic'));
    }
  }

  const gone = [...lifted].filter((user) => pages.some(({ list }) => list.includes(user))).length;
  return { people, total: Math.max(0, loaded.total - gone), hasMore: next !== null, isLoading, more, lift };
}

function Until({ user }: { user: User }) {
  const t = useText('privacy');
  return user.muted_until
    ? t('privacy.muted.until', { moment: formatDateTime(user.muted_until) })
    : t('privacy.muted.forever');
}

function List({ kind, loaded }: { kind: Kind; loaded: Page }) {
  const t = useText('privacy');
  const lang = useLanguage();
  const { people, total, hasMore, isLoading, more, lift } = useMutedOrBlocked(kind, loaded);
  const rows = useFocusNext<HTMLUListElement>(people.length);
  return (
    <>
      <p className={styles.text} role="status">
        {total === 0 ? t(`privacy.${kind}.none`) : `${t(`privacy.${kind}.text`)} · ${formatNumber(lang, total)}`}
      </p>
      <ul ref={rows} className={styles.list}>
        {people.map((user) => {
          const name = `${user.firstname} ${user.lastname}`.trim();
          return (
            <li key={user.id}>
              <PersonListItem
                user={user}
                note={kind === 'muted' ? <Until user={user} /> : undefined}
                action={
                  <span data-words>
                    <button
                      type="button"
                      className={button('plain', 'small')}
                      aria-label={t(kind === 'blocked' ? 'privacy.unblock.of' : 'privacy.unmute.of', { name })}
                      onClick={() => void lift(user)}
                    >
                      {t(kind === 'blocked' ? 'privacy.unblock' : 'privacy.unmute')}
                    </button>
                  </span>
                }
              />
            </li>
          );
        })}
      </ul>
      {hasMore && (
        <button type="button" className={button('plain', 'wide')} disabled={isLoading} onClick={() => void more()}>
          {t('privacy.more')}
        </button>
      )}
    </>
  );
}

export function MutedOrBlockedPeople({ kind, loaded }: MutedOrBlockedPeopleProps) {
  const t = useText('privacy');
  return (
    <PrivacySection id={kind} title={t(`privacy.${kind}.title`)} failed={t('privacy.failed.load')}>
      {loaded && <List kind={kind} loaded={loaded} />}
    </PrivacySection>
  );
}
