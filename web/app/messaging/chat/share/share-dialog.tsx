import { IconCheck, IconSend2, IconUsers, IconX } from 'virtual:icons';
import type { CardKind, Message } from '@app/contract/messaging/chat';
import type { User } from '@app/contract/people/users';
import { type FormEvent, useId, useState } from 'react';
import { MESSAGE_MAX } from '#contract/messaging/chat';
import filterStyles from '../../../people/circle/circle-filters.module.css';
import { Choice } from '../../../people/circle/circle-filters.tsx';
import { aboutPerson, PersonPic } from '../../../people/circle/person-list-item.tsx';
import { useText } from '../../../platform/i18n.tsx';
import { button } from '../../../ui/button.ts';
import { BareDialog, DialogClose } from '../../../ui/dialog/dialog.tsx';
import { ICON_STROKE } from '../../../ui/icon.ts';
import { RetryNotice } from '../../../ui/list/load-failed.tsx';
import { SearchInput } from '../../../ui/list/search-input.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { toast } from '../../../ui/toast/toast.ts';
import { UserPic } from '../../../ui/user-pic.tsx';
import { forwardTo } from '../engine/actions.ts';
import { send } from '../engine/send.ts';
import { nameOf } from '../name-of.ts';
import { useBusy } from '../use-busy.ts';
import styles from './share-dialog.module.css';
import { type ShareList, usePlaces, useSharePeople } from './use-share-people.ts';

export interface SharedCard {
  kind: CardKind;
  id: number;
}

export type ShareDialogProps = {
  isOpen: boolean;
  onClose: () => void;
} & ({ card: SharedCard; messages?: undefined } | { messages: readonly Message[]; card?: undefined });

const PICKED_MAX = 10;
const LISTS = ['friends', 'fams'] as const;
const SKELETONS = [0, 1, 2, 3, 4];

export function ShareDialog(props: ShareDialogProps) {
  return props.isOpen ? <OpenDialog {...props} /> : null;
}

function OpenDialog({ card, messages, onClose }: ShareDialogProps) {
  const t = useText('share', 'circle');
  const id = useId();
  const [list, setList] = useState<ShareList>({ tab: 'friends', search: '', country: null, city: null });
  const [picked, setPicked] = useState<readonly User[]>([]);
  const [comment, setComment] = useState('');
  const { isBusy, run } = useBusy();

  function toggle(user: User): void {
    if (picked.some((one) => one.id === user.id)) setPicked(picked.filter((one) => one.id !== user.id));
    else if (picked.length < PICKED_MAX) setPicked([...picked, user]);
    else toast.info(t('share.full', { max: PICKED_MAX }));
  }

  async function sendTo({ id: userId }: User): Promise<boolean> {
    const content = comment.trim();
    try {
      if (card) {
        await send(userId, { content, files: [], cardKind: card.kind, cardId: card.id });
        return true;
      }
      if (content !== '') await send(userId, { content, files: [] });
      return await forwardTo(userId, messages ?? []);
    } catch {
      return false;
    }
  }

  async function sendToPicked(): Promise<void> {
    const failed: User[] = [];
    for (const user of picked) if (!(await sendTo(user))) failed.push(user);
    const count = picked.length - failed.length;
    if (count > 0) toast.success(t('share.sent', { count }));
    if (failed.length === 0) return onClose();
    // A retry sends only to those for whom sending failed.
    setPicked(failed);
    toast.error(t('share.failed', { names: failed.map(nameOf).join(', ') }));
  }

  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    if (picked.length > 0 && !isBusy) void run(sendToPicked);
  }

  return (
    <BareDialog className={styles.dialog} aria-labelledby={`${id}-title`} onClose={onClose}>
      <header className={styles.head}>
        <h2 id={`${id}-title`}>{t(card ? 'share.title' : 'share.forward')}</h2>
        {messages && <p className="dim">{t('share.forward.count', { count: messages.length })}</p>}
        <DialogClose className={styles.close} />
      </header>
      <ListChoice list={list} onChange={setList} />
      <People list={list} picked={picked} isDisabled={isBusy} onToggle={toggle} />
      <form className={styles.foot} onSubmit={handleSubmit}>
        {picked.length > 0 && (
          <ul className={styles.picked} aria-label={t('share.picked', { count: picked.length, max: PICKED_MAX })}>
            {picked.map((user) => (
              <li key={user.id}>
                <button
                  type="button"
                  className={styles.chip}
                  aria-label={t('share.unpick', { name: nameOf(user) })}
                  disabled={isBusy}
                  onClick={() => toggle(user)}
                >
                  <UserPic firstname={user.firstname} lastname={user.lastname} photo={user.photo} size={28} />
                  {user.firstname}
                  <IconX size={16} stroke={ICON_STROKE} aria-hidden="true" />
                </button>
              </li>
            ))}
          </ul>
        )}
        <p role="status" className="sr">
          {picked.length > 0 && t('share.picked', { count: picked.length, max: PICKED_MAX })}
        </p>
        <div className={styles.line}>
          <input
            className={styles.comment}
            aria-label={t('share.comment')}
            placeholder={t('share.comment')}
            maxLength={MESSAGE_MAX}
            value={comment}
            onChange={({ currentTarget }) => setComment(currentTarget.value)}
          />
          <button type="submit" className={button('primary')} disabled={picked.length === 0 || isBusy}>
            <IconSend2 size={20} stroke={ICON_STROKE} aria-hidden="true" />
            {t('share.send')}
          </button>
        </div>
      </form>
    </BareDialog>
  );
}

function ListChoice({ list, onChange }: { list: ShareList; onChange: (list: ShareList) => void }) {
  const t = useText('share', 'circle');
  const id = useId();
  const places = usePlaces(list.country);
  return (
    <div className={styles.tools}>
      <fieldset className={styles.tabs}>
        <legend className="sr">{t('share.lists')}</legend>
        {LISTS.map((tab) => (
          <label key={tab} className={styles.tab}>
            <input
              type="radio"
              className="sr"
              name={`${id}-list`}
              checked={list.tab === tab}
              onChange={() => onChange({ ...list, tab })}
            />
            {t(`circle.tab.${tab}`)}
          </label>
        ))}
      </fieldset>
      <SearchInput label={t('share.search')} value={list.search} onChange={(search) => onChange({ ...list, search })} />
      <div className={filterStyles.filters}>
        <Choice
          label={t('ads.filter.country')}
          value={list.country}
          any={t('circle.filter.anyCountry')}
          options={places.countries}
          onChange={(country) => onChange({ ...list, country, city: null })}
        />
        <Choice
          label={t('ads.filter.city')}
          value={list.city}
          any={t(list.country === null ? 'ads.filter.countryFirst' : 'circle.filter.anyCity')}
          options={places.cities}
          isDisabled={list.country === null}
          onChange={(city) => onChange({ ...list, city })}
        />
      </div>
    </div>
  );
}

interface PeopleProps {
  list: ShareList;
  picked: readonly User[];
  isDisabled: boolean;
  onToggle: (user: User) => void;
}

function People({ list, picked, isDisabled, onToggle }: PeopleProps) {
  const t = useText('share');
  const { people, hasMore, failure, isLoading, more } = useSharePeople(list);
  const isNarrowed = list.search !== '' || list.country !== null;
  return (
    <div className={styles.body} aria-busy={isLoading}>
      <ul>
        {people.map((user) => (
          <li key={user.id}>
            <PersonChoice
              user={user}
              isPicked={picked.some((one) => one.id === user.id)}
              isDisabled={isDisabled}
              onToggle={() => onToggle(user)}
            />
          </li>
        ))}
        {isLoading &&
          people.length === 0 &&
          SKELETONS.map((place) => <li key={place} className={styles.skeleton} aria-hidden="true" />)}
      </ul>
      {failure !== null ? (
        <RetryNotice heading="h3" title={failure || t('share.failedLoad')} text="" onRetry={more} />
      ) : people.length === 0 && !isLoading ? (
        <Notice
          heading="h3"
          icon={<IconUsers size={40} stroke={1.5} />}
          title={t(isNarrowed ? 'share.none.found' : `share.none.${list.tab}`)}
        />
      ) : (
        hasMore && (
          <button type="button" className={button('plain', 'wide')} disabled={isLoading} onClick={more}>
            {t('share.more')}
          </button>
        )
      )}
    </div>
  );
}

interface PersonChoiceProps {
  user: User;
  isPicked: boolean;
  isDisabled: boolean;
  onToggle: () => void;
}

function PersonChoice({ user, isPicked, isDisabled, onToggle }: PersonChoiceProps) {
  const t = useText('composer');
  const isClosed = user.may_write === 0;
  const about = isClosed ? t('composer.field.closed') : aboutPerson(user);
  return (
    <label className={styles.row} data-closed={isClosed || undefined}>
      <PersonPic user={user} size={44} />
      <span className={styles.words}>
        <b className="clip1">{nameOf(user)}</b>
        {about && <small className="clip1">{about}</small>}
      </span>
      <input type="checkbox" className="sr" checked={isPicked} disabled={isClosed || isDisabled} onChange={onToggle} />
      <span className={styles.mark} aria-hidden="true">
        {isPicked && <IconCheck size={18} stroke={2.5} />}
      </span>
    </label>
  );
}
