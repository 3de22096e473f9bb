import { createRandom } from './random.ts';

export interface DemoPerson {
  login: string;
  firstname: string;
  lastname: string;
  middlename: string;
  position: string;
  description: string;
  email: string;
  phoneCountryCode: string;
  /** National phone number; unassigned, because no exchange begins with 000. */
  phoneNational: string;
  countryIso: string;
  city: string;
  avatar: string | null;
  referralCode: string;
  allowToCall: boolean;
  familyStatus: '-' | 'not_married' | 'married' | 'searching';
  registeredDaysAgo: number;
  /** Days from seeding to the end of the subscription; negative when it has expired, null when there was none. */
  paidForDays: number | null;
}

export const DEMO_PASSWORD = 'okolo-demo-1';

const DIAL_CODES: Readonly<Record<string, string>> = {
  RU: '7',
  KZ: '7',
  BY: '375',
  GE: '995',
  AM: '374',
  RS: '381',
  DE: '49',
  TR: '90',
};

type PersonTuple = readonly [
  login: string,
  firstname: string,
  lastname: string,
  middlename: string,
  place: string,
  avatar: string | null,
  position: string,
  description: string,
];

// biome-ignore format: one person a line
const PEOPLE: readonly PersonTuple[] = [
  ['anna', 'Анна', 'Лебедева', 'Игоревна', 'RU Kazan', 'av_anna', 'Архитектор', 'Проектирую небольшие дома и перебираю вещи перед переездом. Отвечаю вечером, показываю по договорённости.'],
  ['igor', 'Игорь', 'Соколов', 'Андреевич', 'RU Kazan', 'av_igor', 'Мастер по велосипедам', 'Мастерская во дворе на Баумана. Собираю, чиню, меняю, иногда продаю то, на чём сам откатал сезон.'],
  ['maria', 'Мария', 'Ветрова', 'Олеговна', 'RU Samara', 'av_maria', 'Фотограф', 'Снимаю людей и вещи на плёнку и на цифру. Коллекционирую старые объективы.'],
  ['timur', 'Тимур', 'Алиев', 'Рустамович', 'RU Kazan', 'av_timur', 'Звукорежиссёр', 'Свожу музыку, слушаю винил, учу играть на гитаре. Технику продаю только проверенную.'],
  ['olga', 'Ольга', 'Громова', 'Сергеевна', 'RU Yekaterinburg', 'av_olga', 'Преподаватель', 'Преподаю немецкий в университете. Сдаю студию и понемногу освобождаю шкафы.'],
  ['pavel', 'Павел', 'Чижов', 'Николаевич', 'RU Nizhny Novgorod', 'av_pavel', 'Столяр', 'Делаю мебель, шахматы и игрушки из дерева. Всё, что продаю, сделано своими руками или мной же восстановлено.'],
  ['sergey', 'Сергей', 'Зимин', 'Викторович', 'RU Perm', 'av_sergey', 'Инженер', 'Инженер на пенсии. Люблю порядок, храню чеки и коробки.'],
  ['dina', 'Дина', 'Рахимова', 'Маратовна', 'RU Ufa', 'av_dina', 'Иллюстратор', 'Рисую детские книги, леплю из глины, развожу фикусы. Черенки отдаю просто так.'],
  ['alexey.orlov', 'Алексей', 'Орлов', 'Дмитриевич', 'RU Moscow', 'av_igor', 'Программист', 'Пишу серверы, собираю проигрыватели, продаю то, что больше не нужно.'],
  ['elena.morozova', 'Елена', 'Морозова', 'Павловна', 'RU Moscow', 'av_olga', 'Риелтор', 'Двенадцать лет помогаю с арендой. Показываю только то, где была сама.'],
  ['kirill.belov', 'Кирилл', 'Белов', '', 'RU Moscow', null, 'Бариста', 'Варю кофе и собираю кофеварки.'],
  ['svetlana.titova', 'Светлана', 'Титова', 'Юрьевна', 'RU Moscow', 'av_anna', 'Дизайнер интерьеров', 'Переделываю небольшие квартиры без сноса стен.'],
  ['roman.kuznetsov', 'Роман', 'Кузнецов', 'Олегович', 'RU Saint Petersburg', 'av_timur', 'Музыкант', 'Играю в дворовом оркестре, даю уроки, меняюсь пластинками.'],
  ['nina.fedorova', 'Нина', 'Фёдорова', 'Ильинична', 'RU Saint Petersburg', null, 'Реставратор мебели', 'Восстанавливаю кресла и стулья пятидесятых и шестидесятых годов.'],
  ['gleb.vorontsov', 'Глеб', 'Воронцов', '', 'RU Saint Petersburg', null, 'Гид', 'Вожу пешие прогулки и сдаю комнату на Петроградской.'],
  ['julia.smirnova', 'Юлия', 'Смирнова', 'Алексеевна', 'RU Saint Petersburg', 'av_maria', 'Керамист', 'Небольшая мастерская на Васильевском острове. Гончарный круг по субботам.'],
  ['artem.gusev', 'Артём', 'Гусев', 'Игоревич', 'RU Kazan', null, 'Шиномонтажник', 'Работаю честно, цену называю до начала.'],
  ['aliya.safina', 'Алия', 'Сафина', 'Ренатовна', 'RU Kazan', 'av_dina', 'Воспитатель', 'Двое детей, поэтому вещей хватает на троих.'],
  ['ruslan.galiev', 'Руслан', 'Галиев', '', 'RU Kazan', null, 'Строитель', 'Ремонт под ключ, бригада четыре человека.'],
  ['ekaterina.sorokina', 'Екатерина', 'Сорокина', 'Андреевна', 'RU Samara', null, 'Бухгалтер', 'Веду отчётность для небольших компаний.'],
  ['denis.makarov', 'Денис', 'Макаров', 'Петрович', 'RU Samara', 'av_pavel', 'Водитель', 'Перевожу вещи бережно и вовремя.'],
  ['oksana.zaitseva', 'Оксана', 'Зайцева', '', 'RU Samara', null, 'Флорист', 'Собираю букеты и озеленяю офисы.'],
  ['viktor.medvedev', 'Виктор', 'Медведев', 'Степанович', 'RU Yekaterinburg', 'av_sergey', 'Механик', 'Тридцать лет в автосервисе, сейчас беру только знакомые марки.'],
  ['polina.egorova', 'Полина', 'Егорова', 'Максимовна', 'RU Yekaterinburg', null, 'Кинолог', 'Воспитываю собак и их хозяев.'],
  ['maxim.lapin', 'Максим', 'Лапин', '', 'RU Yekaterinburg', null, 'Оператор', 'Снимаю видео, держу прокат техники.'],
  ['tatiana.bykova', 'Татьяна', 'Быкова', 'Васильевна', 'RU Nizhny Novgorod', null, 'Швея', 'Шью пальто и платья, подгоняю готовое.'],
  ['andrey.komarov', 'Андрей', 'Комаров', 'Сергеевич', 'RU Nizhny Novgorod', 'av_igor', 'Тренер по шахматам', 'Кандидат в мастера спорта, учу детей и взрослых.'],
  ['larisa.polyakova', 'Лариса', 'Полякова', 'Ивановна', 'RU Nizhny Novgorod', null, 'Садовод', 'Дача на Волге и двести горшков дома.'],
  ['stepan.nikitin', 'Степан', 'Никитин', '', 'RU Perm', null, 'Курьер', 'Езжу на велосипеде круглый год.'],
  ['vera.kolesnikova', 'Вера', 'Колесникова', 'Антоновна', 'RU Perm', 'av_olga', 'Врач', 'Продаю детское по мере того, как дети растут.'],
  ['ilya.baranov', 'Илья', 'Баранов', 'Львович', 'RU Perm', null, 'Студент', 'Учусь на радиотехника, ремонтирую наушники.'],
  ['guzel.khasanova', 'Гузель', 'Хасанова', 'Айратовна', 'RU Ufa', null, 'Кондитер', 'Пеку на заказ и меняю кухонную технику чаще, чем нужно.'],
  ['marat.yusupov', 'Марат', 'Юсупов', '', 'RU Ufa', 'av_timur', 'Предприниматель', 'Небольшая кофейня и всё, что от неё остаётся.'],
  ['irina.pavlova', 'Ирина', 'Павлова', 'Геннадьевна', 'RU Novosibirsk', 'av_anna', 'Учитель музыки', 'Учу детей слышать.'],
  ['evgeny.sidorov', 'Евгений', 'Сидоров', 'Борисович', 'RU Novosibirsk', null, 'Системный администратор', 'Собираю, настраиваю и продаю технику с гарантией.'],
  ['ksenia.danilova', 'Ксения', 'Данилова', '', 'RU Novosibirsk', null, 'Ветеринар', 'Пристраиваю тех, кого вылечила.'],
  ['oleg.antonov', 'Олег', 'Антонов', 'Романович', 'RU Krasnodar', 'av_sergey', 'Агроном', 'Саженцы, рассада, советы бесплатно.'],
  ['margarita.levina', 'Маргарита', 'Левина', 'Эдуардовна', 'RU Sochi', null, 'Управляющая отелем', 'Сдаю квартиры у моря, отвечаю круглый год.'],
  ['pyotr.savin', 'Пётр', 'Савин', 'Фёдорович', 'RU Kaliningrad', 'av_pavel', 'Лодочный мастер', 'Причал, лодки, рыбалка и тишина.'],
  ['aigerim.ospanova', 'Айгерим', 'Оспанова', '', 'KZ Almaty', 'av_dina', 'Переводчик', 'Живу между Алматы и Казанью, вожу чемоданами.'],
  ['hanna.kavalenka', 'Анна', 'Коваленко', '', 'BY Minsk', null, 'Модельер', 'Лён, шерсть и честный крой.'],
  ['giorgi.maisuradze', 'Георгий', 'Майсурадзе', '', 'GE Tbilisi', null, 'Гид по горам', 'Показываю Грузию пешком, учу варить кофе в джезве.'],
  ['armen.sargsyan', 'Армен', 'Саргсян', '', 'AM Yerevan', null, 'Ювелир', 'Делаю украшения и собираю пластинки.'],
  ['katya.weber', 'Екатерина', 'Вебер', '', 'DE Berlin', 'av_maria', 'Иллюстратор', 'Переехала с одним жёлтым чемоданом, теперь их три.'],
  ['milan.petrovich', 'Милан', 'Петрович', '', 'RS Belgrade', null, 'Разработчик', 'Работаю из дома, продаю лишние клавиатуры.'],
  ['emre.demir', 'Эмре', 'Демир', '', 'TR Antalya', null, 'Владелец гостевого дома', 'Двадцать минут до моря, завтрак с гранатовым соком.'],
];

export function demoPeople(): DemoPerson[] {
  const random = createRandom(20_190_501);
  return PEOPLE.map(([login, firstname, lastname, middlename, place, avatar, position, description], index) => {
    const [countryIso = '', city = ''] = [place.slice(0, 2), place.slice(3)];
    return {
      login,
      firstname,
      lastname,
      middlename,
      position,
      description,
      email: `${login}@example.com`,
      phoneCountryCode: DIAL_CODES[countryIso] ?? '7',
      phoneNational: phone(countryIso, 1_000_001 + index * 1_111),
      countryIso,
      city,
      avatar,
      referralCode: `DEM${code(random, 6)}`,
      allowToCall: random.next() < 0.7,
      familyStatus: random.pick(['-', '-', 'married', 'not_married', 'searching'] as const),
      registeredDaysAgo: index < 8 ? 400 - index * 11 : random.whole(65, 390),
      paidForDays: subscription(login, index, random.whole(20, 350)),
    };
  });
}

/** Ten digits for Russian numbers, nine for others. */
function phone(countryIso: string, number: number): string {
  return `000${String(number).slice(DIAL_CODES[countryIso] === '7' ? -7 : -6)}`;
}

// Without 0, O, 1 and I, which are easily confused.
const CODE_LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

function code(random: { whole(min: number, max: number): number }, length: number): string {
  return Array.from({ length }, () => CODE_LETTERS[random.whole(0, CODE_LETTERS.length - 1)]).join('');
}

/**
 * About half of the users are subscribers; Igor's subscription has expired, so that both sides of the payment prompt
 * can be tried.
 */
function subscription(login: string, index: number, days: number): number | null {
  if (login === 'igor') return -9;
  if (index < 8 || index % 2 === 0) return days;
  return index % 4 === 1 ? -(days % 60) - 1 : null;
}
