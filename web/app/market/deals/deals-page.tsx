import { IconHeartHandshake, IconMessageCircle } from 'virtual:icons';
import type { Deal, DealAction, Offer } from '@app/contract/market/deals';
import type { Meeting } from '@app/contract/market/meetings';
import type { ResponseOf } from '@app/contract/platform/endpoint';
import { Link, useRevalidator } from 'react-router';
import { DEALS_PAGE_SIZE, dealsApi } from '#contract/market/deals';
import { meetingsApi } from '#contract/market/meetings';
import { ProfileFrame } from '../../people/profile/profile-frame.tsx';
import { formatDate } from '../../platform/format/format.ts';
import { useText } from '../../platform/i18n.tsx';
import { loadOwn, orFailed, pageHref } from '../../platform/loading/page-loading.ts';
import type { PageHandle } from '../../platform/page-handle.ts';
import { button } from '../../ui/button.ts';
import { ICON_STROKE } from '../../ui/icon.ts';
import { LoadFailed } from '../../ui/list/load-failed.tsx';
import { PagedList } from '../../ui/list/paged-list.tsx';
import { useIsReplacing } from '../../ui/list/use-is-replacing.ts';
import type { Route } from './+types/deals-page.ts';
import styles from './deals-page.module.css';
import { MeetingButton } from './meetings/meeting-button.tsx';
import { MeetingCard } from './meetings/meeting-card.tsx';
import { OfferCard } from './offer-card.tsx';
import { isOverdue } from './offer-state.ts';

export const handle = { texts: ['deals', 'settings'] } satisfies PageHandle;

const PATH = '/profile/deals';

interface Loaded {
  page: number;
  deals: ResponseOf<typeof dealsApi.list> | null;
  /** Null when loading failed. */
  meetings: readonly Meeting[] | null;
}

export async function loader(input: Route.LoaderArgs): Promise<Loaded> {
  const { page, loaded } = await loadOwn(
    input,
    (next) => pageHref(PATH, next),
    async (call, page) => {
      const [deals, meetings] = await Promise.all([
        call(dealsApi.list, { query: { page, size: DEALS_PAGE_SIZE, running_first: 1 } }),
        orFailed(call(meetingsApi.list)),
      ]);
      return { ...deals, meetings: meetings?.list ?? null };
    },
  );
  return { page, deals: loaded, meetings: loaded === null ? [] : loaded.meetings };
}

export default function DealsPage({ loaderData }: Route.ComponentProps) {
  return <Deals {...loaderData} />;
}

export function Deals({ page, deals, meetings }: Loaded) {
  const t = useText('deals');
  const isReplacing = useIsReplacing(PATH);
  return (
    <ProfileFrame title={t('deals.mine.title')}>
      <div aria-busy={isReplacing}>
        <Meetings meetings={meetings} />
        <PagedList
          path={PATH}
          page={page}
          size={DEALS_PAGE_SIZE}
          icon={IconHeartHandshake}
          rows={deals?.list}
          total={deals?.total}
          failed={t('deals.mine.failed')}
          empty={{
            title: t('deals.mine.empty.title'),
            text: t('deals.mine.empty.text'),
            children: (
              <Link to="/" className={button('primary')}>
                {t('deals.mine.empty.ads')}
              </Link>
            ),
          }}
        >
          {(list) => (
            <div className={styles.groups}>
              <Group name="running" deals={list.filter(isRunning)} meetings={meetings ?? []} />
              <Group name="ended" deals={list.filter((deal) => !isRunning(deal))} />
            </div>
          )}
        </PagedList>
      </div>
    </ProfileFrame>
  );
}

const isRunning = ({ offer: { deal_state } }: Deal): boolean => deal_state === 'offered' || deal_state === 'accepted';

interface GroupProps {
  name: 'running' | 'ended';
  deals: readonly Deal[];
  meetings?: readonly Meeting[];
}

function Group({ name, deals, meetings = [] }: GroupProps) {
  const t = useText('deals');
  if (deals.length === 0) return null;
  return (
    <section className={styles.group} aria-labelledby={name}>
      <h2 id={name}>{t(`deals.mine.${name}`)}</h2>
      <ul className={styles.list}>
        {deals.map((deal) => (
          <li key={deal.id}>
            <DealItem deal={deal} mayMeet={name === 'running' && !meetings.some((meeting) => isAbout(meeting, deal))} />
          </li>
        ))}
      </ul>
    </section>
  );
}

const isAbout = ({ board_id, user_id }: Meeting, { offer, user_id: otherId }: Deal): boolean =>
  board_id === offer.board_id && user_id === otherId;

/** The meetings that run, also those about ads that were reserved without a deal. */
function Meetings({ meetings }: { meetings: readonly Meeting[] | null }) {
  const t = useText('deals');
  const { revalidate } = useRevalidator();
  if (meetings === null) return <LoadFailed title={t('deals.meeting.failed')} />;
  if (meetings.length === 0) return null;
  return (
    <section className={styles.meetings} aria-labelledby="meetings">
      <h2 id="meetings">{t('deals.meeting.list')}</h2>
      <ul className={styles.list}>
        {meetings.map((meeting) => (
          <li key={meeting.id}>
            <article className={styles.deal}>
              <header className={styles.head}>
                <Link to={`/user/${meeting.user_id}`} className={styles.name}>
                  {meeting.user_name}
                </Link>
                <ChatLink userId={meeting.user_id} />
              </header>
              <MeetingCard
                meeting={meeting}
                link={meeting.board_id === null ? '' : `/ad/${meeting.board_id}`}
                onChanged={() => void revalidate()}
              />
            </article>
          </li>
        ))}
      </ul>
    </section>
  );
}

function ChatLink({ userId }: { userId: number }) {
  const t = useText('deals');
  return (
    <Link to={`/conversation/${userId}`} className={button('plain', 'small')}>
      <IconMessageCircle size={17} stroke={ICON_STROKE} aria-hidden="true" />
      {t('deals.mine.chat')}
    </Link>
  );
}

/** What the other person or the deal itself waits for. */
const TODO = { accept: 'answer', confirm: 'confirm', review: 'review' } as const;

function todoOf({ offer, proposal }: Deal) {
  const actions: readonly DealAction[] = [...(proposal?.actions ?? []), ...offer.actions];
  const action = (['accept', 'confirm', 'review'] as const).find((expected) => actions.includes(expected));
  if (action === 'confirm' && offer.loan) return 'handover' as const;
  if (action !== undefined) return TODO[action];
  if (offer.loan?.returned === 1 && offer.role === 'seller') return 'returned' as const;
  return isOverdue(offer.loan) ? ('late' as const) : undefined;
}

/** What the reader does in a deal. */
function roleWords({ loan, price, role }: Offer) {
  const isSeller = role === 'seller';
  if (loan) return isSeller ? 'lending' : 'borrowing';
  if (price === 0) return isSeller ? 'giving' : 'getting';
  return isSeller ? 'selling' : 'buying';
}

interface DealItemProps {
  deal: Deal;
  /** Whether no meeting about it runs. */
  mayMeet: boolean;
}

function DealItem({ deal, mayMeet }: DealItemProps) {
  const { user_id, user_name, created, link, photo, offer, proposal } = deal;
  const t = useText('deals');
  const { revalidate } = useRevalidator();
  const todo = todoOf(deal);
  return (
    <article className={styles.deal}>
      <header className={styles.head}>
        <span className={styles.who}>
          <small>
            {t(`deals.mine.${roleWords(offer)}`)} · {formatDate(created)}
          </small>
          <Link to={`/user/${user_id}`} className={styles.name}>
            {user_name}
          </Link>
        </span>
        <ChatLink userId={user_id} />
      </header>
      {todo && <p className={styles.todo}>{t(`deals.mine.todo.${todo}`)}</p>}
      <OfferCard offer={offer} photo={photo} link={link} onChanged={() => void revalidate()} />
      {proposal && <OfferCard offer={proposal} photo={null} link="" onChanged={() => void revalidate()} />}
      {mayMeet && offer.deal_state === 'accepted' && offer.board_id !== null && (
        <MeetingButton
          adId={offer.board_id}
          userId={user_id}
          className={`${button('plain', 'small')} ${styles.meet}`}
          onSent={() => void revalidate()}
        >
          {t('deals.meeting.propose')}
        </MeetingButton>
      )}
    </article>
  );
}
