import { IconX } from 'virtual:icons';
import type { CoAuthor, Playlist } from '@app/contract/publishing/music';
import { Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { CO_AUTHORS_MAX, musicApi } from '#contract/publishing/music';
import { PersonPicker } from '../../../people/circle/dialogs/person-picker.tsx';
import { isApiError } from '../../../platform/api-error.ts';
import { call } from '../../../platform/call.ts';
import { useText } from '../../../platform/i18n.tsx';
import { IconButton } from '../../../ui/buttons.tsx';
import { useSubmit } from '../../../ui/form/use-submit.ts';
import { RetryNotice } from '../../../ui/list/load-failed.tsx';
import { toast } from '../../../ui/toast/toast.ts';
import { UserPic } from '../../../ui/user-pic.tsx';
import { MusicDialog } from '../music-dialog.tsx';
import { emitMusicChange } from '../tracks/track-dialog-request.ts';
import styles from './co-authors-dialog.module.css';

const nameOf = ({ firstname, lastname }: Pick<CoAuthor, 'firstname' | 'lastname'>): string =>
  `${firstname} ${lastname}`.trim();

function useCoAuthors(playlist: Playlist) {
  const [list, setList] = useState<readonly CoAuthor[] | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const load = useCallback(async (): Promise<void> => {
    setProblem(null);
    try {
      setList((await call(musicApi.coAuthors, { params: { id: playlist.id } })).list);
    } catch (error) {
      if (!isApiError(error)) throw error;
      setProblem(error.body.message);
    }
  }, [playlist.id]);
  useEffect(() => void load(), [load]);

  function change(next: readonly CoAuthor[]): void {
    setList(next);
    emitMusicChange({ kind: 'playlistChanged', playlist: { ...playlist, co_authors: next.length } });
  }
  return { list, problem, load, change };
}

/** Who may add to a playlist: the owner invites friends and removes co-authors, others read. */
export function CoAuthorsDialog({ playlist, onClose }: { playlist: Playlist; onClose: () => void }) {
  const t = useText('music');
  const dialog = useRef<HTMLDialogElement>(null);
  const { list, problem, load, change } = useCoAuthors(playlist);
  const { isSending, submit } = useSubmit();
  const isOwn = playlist.own === 1;

  async function invite(userId: number, name: string): Promise<void> {
    const saved = await call(musicApi.addCoAuthor, { params: { id: playlist.id }, body: { user_id: userId } });
    change(saved.list);
    toast.success(t('music.coAuthors.added', { name }));
  }

  async function remove(person: CoAuthor, from: readonly CoAuthor[]): Promise<void> {
    await call(musicApi.removeCoAuthor, { params: { id: playlist.id, user_id: person.id } });
    change(from.filter(({ id }) => id !== person.id));
    toast.success(t('music.coAuthors.removed', { name: nameOf(person) }));
  }

  return (
    <MusicDialog ref={dialog} title={t('music.coAuthors')} about={playlist.name} onClose={onClose}>
      <p className={styles.about}>{t('music.coAuthors.text')}</p>
      {problem !== null ? (
        <RetryNotice heading="h3" title={t('music.coAuthors.failed')} text={problem} onRetry={() => void load()} />
      ) : (
        <div className={styles.people} aria-busy={list === null || isSending}>
          {list?.length === 0 && <p className="dim">{t('music.coAuthors.empty')}</p>}
          {list !== null && list.length > 0 && (
            <ul aria-label={t('music.coAuthors')}>
              {list.map((person) => (
                <li key={person.id}>
                  <Link to={`/user/${person.id}`} className={styles.person} onClick={() => dialog.current?.close()}>
                    <UserPic {...person} size={40} />
                    <span className="clip1">{nameOf(person)}</span>
                  </Link>
                  {isOwn && (
                    <IconButton
                      icon={IconX}
                      label={t('music.coAuthors.removeOf', { name: nameOf(person) })}
                      size={19}
                      onClick={() => void submit(() => remove(person, list))}
                    />
                  )}
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
      {isOwn && list !== null && list.length < CO_AUTHORS_MAX && (
        <div className={styles.finder}>
          <Suspense>
            <PersonPicker
              isFriendsOnly
              label={t('music.coAuthors.find')}
              exclude={list.map(({ id }) => id)}
              onPick={(user) => void submit(() => invite(user.id, nameOf(user)))}
            />
          </Suspense>
        </div>
      )}
      {isOwn && list !== null && list.length >= CO_AUTHORS_MAX && (
        <p className={styles.about} role="status">
          {t('music.coAuthors.full', { max: CO_AUTHORS_MAX })}
        </p>
      )}
    </MusicDialog>
  );
}
