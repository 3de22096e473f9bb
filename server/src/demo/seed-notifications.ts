import { insertDemoSearch } from '../market/saved-searches/demo-searches.public.ts';
import { insertDemoNotifications } from '../notifications/notifications/demo-notifications.public.ts';
import type { Notice } from '../notifications/notifications/notifications.public.ts';
import type { Tx } from '../platform/database/tables.ts';
import { texts } from '../platform/texts.ts';
import { insertDemoFeedback } from '../staff/feedback/feedback.public.ts';
import { insertDemoComplaints } from '../trust/complaints/demo-complaints.public.ts';
import { type DemoWorld, timestampBefore } from './seed-activity.ts';

const HOUR = 60;
const DAY = 24 * HOUR;

interface NotificationsContext extends DemoWorld {
  now: Date;
  places: { find(iso: string, city: string): { city_id: number }; category(icon: string): number };
}

/** Saved searches, notifications, complaints and feedback of a few users, mostly Anna's. */
export async function seedNotifications(tx: Tx, context: NotificationsContext): Promise<void> {
  const { now, today, personId, ad, places } = context;
  const anna = personId('anna');
  const fresh = ad('Велюровое кресло после перетяжки');
  const searchHref = await insertDemoSearch(tx, anna, {
    filters: { search: 'кресло', city_id: places.find('RU', 'Kazan').city_id },
    seenAt: timestampBefore(today, 2 * DAY),
    matches: [fresh.id],
  });
  await insertDemoSearch(tx, anna, {
    filters: { category_id: places.category('laptop'), price_to: 25_000, photo: 1 },
    seenAt: now,
    matches: [],
  });
  await seedComplaints(tx, context);
  await insertDemoFeedback(tx, {
    user_id: personId('pavel'),
    email: 'pavel@example.com',
    message: 'Спасибо за поиск, который понимает опечатки. Хочется ещё искать по материалу: бук, дуб, орех.',
    created_at: timestampBefore(today, 2 * DAY),
  });

  await insertDemoNotifications(
    tx,
    noticesOf(context, { fresh, searchHref }).map(([minutesAgo, input]) => ({
      input,
      at: timestampBefore(today, minutesAgo),
      isRead: minutesAgo >= 2 * DAY,
    })),
  );
}

/** The notifications, each with the minutes that have passed since. */
function noticesOf(
  { personId, ad }: NotificationsContext,
  { fresh, searchHref }: { fresh: { id: number; title: string }; searchHref: string },
): [minutesAgo: number, notice: Notice][] {
  const anna = personId('anna');
  const about = (title: string, login = 'anna') => {
    const { id } = ad(title);
    return { userId: personId(login), boardId: id, link: `/ad/${id}`, values: { title } };
  };
  const comment = (title: string, author: string, login?: string): Notice => {
    const facts = about(title, login);
    return { ...facts, kind: 'comment', actorId: personId(author), link: `${facts.link}#comments` };
  };
  const friendRequest = (login: string): Notice => ({
    userId: anna,
    kind: 'friend_request',
    actorId: personId(login),
    link: '/circle?tab=requests',
    values: {},
  });
  const subscriber = (login: string): Notice => {
    const actorId = personId(login);
    return { userId: anna, kind: 'subscriber', actorId, link: `/user/${actorId}/ads`, values: {} };
  };
  const held = about('Настольная рулетка «Казино», сукно и фишки');
  const blocked = ad('Сумка с логотипом модного дома');
  const hybrid = about('Гибрид для работы и парка, рама L');
  const armchair = about('Кресло из зелёного велюра, дубовые ножки');
  const reason = texts.t('ru', 'moderation.found', {
    word: 'казино',
    reason: texts.t('ru', 'moderation.reason.fraud'),
  });
  const complaint = { userId: anna, link: '/profile/complaints', values: { outcome: 'accepted' } } as const;
  return [
    [
      11 * DAY,
      {
        ...about(blocked.title),
        kind: 'ad_blocked',
        values: { title: blocked.title, reason: blocked.blockedReason ?? '' },
      },
    ],
    [8 * DAY, { ...complaint, kind: 'complaint_outcome' }],
    [5 * DAY, { ...held, kind: 'ad_held', values: { ...held.values, reason } }],
    [3 * DAY, friendRequest('sergey')],
    [3 * DAY, comment('Тумба прикроватная, дуб', 'aliya.safina')],
    [2 * DAY, subscriber('roman.kuznetsov')],
    [
      30 * HOUR,
      {
        ...about('Оранжевый велосипед, один сезон'),
        kind: 'ad_expires',
        values: { title: 'Оранжевый велосипед, один сезон', days: 3 },
      },
    ],
    [20 * HOUR, { ...hybrid, kind: 'price_drop', values: { ...hybrid.values, price_before: 26_900, price: 24_300 } }],
    [
      9 * HOUR,
      {
        userId: anna,
        kind: 'saved_search',
        boardId: fresh.id,
        link: searchHref,
        values: { name: 'Кресло, Казань', title: fresh.title, count: 1 },
      },
    ],
    [2 * HOUR, subscriber('maria')],
    [HOUR / 2, comment(armchair.values.title, 'guzel.khasanova')],
    [
      HOUR / 2,
      {
        ...about(armchair.values.title, 'olga'),
        kind: 'reply',
        actorId: anna,
        link: `${armchair.link}#comments`,
      },
    ],
    [1, comment('Городской велосипед с корзиной, рама M', 'dina', 'igor')],
    [2, friendRequest('olga')],
  ];
}

async function seedComplaints(tx: Tx, { now, today, personId, ad }: NotificationsContext): Promise<void> {
  await insertDemoComplaints(tx, [
    {
      user_id: personId('anna'),
      ad: ad('Шины для таксопарка, опт'),
      reason: 'stolen_photos',
      message: 'На фото мои шины: снимок из объявления о летней резине.',
      created_at: timestampBefore(today, 9 * DAY),
      decision: {
        status: 'upheld',
        answer: 'Спасибо, вы правы. Продавец заменил фотографии.',
        decided_at: timestampBefore(today, 8 * DAY),
      },
    },
    {
      user_id: personId('anna'),
      ad: ad('Редактор текстов, удалённо'),
      reason: 'fraud',
      message: 'Перед собеседованием просят оплатить обучение.',
      created_at: new Date(now.getTime() - 2 * HOUR * 60_000),
    },
  ]);
}
