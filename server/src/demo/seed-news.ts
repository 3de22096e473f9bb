import { insertDemoSearch } from '../market/saved-searches/demo-searches.public.ts';
import { insertDemoNotices } from '../notifications/notifications/demo-notices.public.ts';
import type { Notice } from '../notifications/notifications/notifications.public.ts';
import type { Tx } from '../platform/database/tables.ts';
import type { Services } from '../platform/services.ts';
import { insertDemoFeedback } from '../staff/feedback/feedback.public.ts';
import { insertDemoComplaints } from '../trust/complaints/demo-complaints.public.ts';
import { type Cast, momentBefore } from './seed-life.ts';

const HOUR = 60;
const DAY = 24 * HOUR;

interface News extends Cast {
  now: Date;
  places: { find(iso: string, city: string): { city_id: number }; category(icon: string): number };
}

/** What a few people look for, were told, complained about and wrote to us; most of it is Anna's. */
export async function seedNews(tx: Tx, { texts }: Pick<Services, 'texts'>, news: News): Promise<void> {
  const { now, today, personId, ad, places } = news;
  const anna = personId('anna');
  const fresh = ad('Велюровое кресло после перетяжки');
  const searchHref = await insertDemoSearch(tx, anna, {
    filters: { search: 'кресло', city_id: places.find('RU', 'Kazan').city_id },
    seenAt: momentBefore(today, 2 * DAY),
    matches: [fresh.id],
  });
  await insertDemoSearch(tx, anna, {
    filters: { category_id: places.category('laptop'), price_to: 25_000, photo: 1 },
    seenAt: now,
    matches: [],
  });
  await seedComplaints(tx, news);
  await insertDemoFeedback(tx, {
    user_id: personId('pavel'),
    email: 'pavel@example.com',
    message: 'Спасибо за поиск, который понимает опечатки. Хочется ещё искать по материалу: бук, дуб, орех.',
    created_at: momentBefore(today, 2 * DAY),
  });

  const told = (minutesAgo: number, notice: Notice, isRead = false) => ({
    notice,
    at: momentBefore(today, minutesAgo),
    isRead,
  });
  const about = (title: string, login = 'anna') => {
    const { id } = ad(title);
    return { userId: personId(login), boardId: id, link: `/ad/${id}`, values: { title } };
  };
  const comment = (title: string, author: string, login?: string): Notice => {
    const facts = about(title, login);
    return { ...facts, kind: 'comment', actorId: personId(author), link: `${facts.link}#comments` };
  };
  const asked = (login: string): Notice => ({
    userId: anna,
    kind: 'friend_request',
    actorId: personId(login),
    link: '/circle?tab=requests',
    values: {},
  });
  const held = about('Настольная рулетка «Казино», сукно и фишки');
  const blocked = ad('Сумка с логотипом модного дома');
  const hybrid = about('Гибрид для работы и парка, рама L');
  const armchair = about('Кресло из зелёного велюра, дубовые ножки');
  await insertDemoNotices(tx, [
    told(
      11 * DAY,
      {
        ...about(blocked.title),
        kind: 'ad_blocked',
        values: { title: blocked.title, reason: blocked.blockedReason ?? '' },
      },
      true,
    ),
    told(
      8 * DAY,
      { userId: anna, kind: 'complaint_outcome', link: '/profile/complaints', values: { outcome: 'accepted' } },
      true,
    ),
    told(
      5 * DAY,
      {
        ...held,
        kind: 'ad_held',
        values: {
          title: held.values.title,
          reason: texts.t('ru', 'moderation.found', {
            word: 'казино',
            reason: texts.t('ru', 'moderation.reason.fraud'),
          }),
        },
      },
      true,
    ),
    told(3 * DAY, asked('sergey'), true),
    told(3 * DAY, comment('Тумба прикроватная, дуб', 'aliya.safina'), true),
    told(
      2 * DAY,
      {
        userId: anna,
        kind: 'subscriber',
        actorId: personId('roman.kuznetsov'),
        link: `/user/${personId('roman.kuznetsov')}/ads`,
        values: {},
      },
      true,
    ),
    told(30 * HOUR, {
      ...about('Оранжевый велосипед, один сезон'),
      kind: 'ad_expires',
      values: { title: 'Оранжевый велосипед, один сезон', days: 3 },
    }),
    told(20 * HOUR, {
      ...hybrid,
      kind: 'price_drop',
      values: { ...hybrid.values, price_before: 26_900, price: 24_300 },
    }),
    told(9 * HOUR, {
      userId: anna,
      kind: 'saved_search',
      boardId: fresh.id,
      link: searchHref,
      values: { name: 'Кресло, Казань', title: fresh.title, count: 1 },
    }),
    told(2 * HOUR, {
      userId: anna,
      kind: 'subscriber',
      actorId: personId('maria'),
      link: `/user/${personId('maria')}/ads`,
      values: {},
    }),
    told(HOUR / 2, comment(armchair.values.title, 'guzel.khasanova')),
    told(HOUR / 2, {
      ...about(armchair.values.title, 'olga'),
      kind: 'reply',
      actorId: anna,
      link: `${armchair.link}#comments`,
    }),
    told(1, comment('Городской велосипед с корзиной, рама M', 'dina', 'igor')),
    told(2, asked('olga')),
  ]);
}

async function seedComplaints(tx: Tx, { now, today, personId, ad }: News): Promise<void> {
  await insertDemoComplaints(tx, [
    {
      user_id: personId('anna'),
      ad: ad('Шины для таксопарка, опт'),
      reason: 'stolen_photos',
      message: 'На фото мои шины: снимок из объявления о летней резине.',
      created_at: momentBefore(today, 9 * DAY),
      verdict: {
        status: 'upheld',
        answer: 'Спасибо, вы правы. Продавец заменил фотографии.',
        decided_at: momentBefore(today, 8 * DAY),
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
