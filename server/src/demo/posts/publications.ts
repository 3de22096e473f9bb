export interface ScriptedComment {
  from: string;
  after: number;
  text: string;
  repliesTo?: number;
}

export interface PublicationScript {
  by: string;
  minutesAgo: number;
  text: string;
  photos: readonly (readonly [name: string, alt: string])[];
  video?: string;
  audience?: 'friends' | 'fams' | 'me';
  /** Logins of those who like it, or a number of demo users in a fixed order. */
  likes: readonly string[] | number;
  comments?: readonly ScriptedComment[];
}

const HOUR = 60;
const DAY = 24 * HOUR;

type CommentTuple = readonly [from: string, after: number, text: string, repliesTo?: number];
const scriptComments = (...comments: readonly CommentTuple[]): ScriptedComment[] =>
  comments.map(([from, after, text, repliesTo]) => ({
    from,
    after,
    text,
    ...(repliesTo !== undefined && { repliesTo }),
  }));

// biome-ignore format: one photo and one comment a line
export const PUBLICATION_SCRIPTS: readonly PublicationScript[] = [
  {
    by: 'maria', minutesAgo: 2 * HOUR, likes: 28,
    text: 'Старый причал. Скоро разберут, поэтому снимаем каждую неделю. #Волга #рассвет',
    photos: [
      ['land3', 'Деревянный причал уходит в воду, над рекой низкое утреннее солнце'],
      ['land1', 'Озеро в тумане, сосны и камни в воде'],
      ['camera', 'Плёночная камера на столе'],
    ],
    comments: scriptComments(
      ['anna', 9, 'Какой свет! Это во сколько?'],
      ['maria', 14, 'В шесть двадцать. Потом солнце уходит за облако.', 0],
      ['timur', 31, 'На какую плёнку снимали?'],
      ['maria', 40, '@timur Обычная цветная, 200. Проявка домашняя.', 2],
      ['pavel', 70, 'Мы с него в детстве прыгали.'],
    ),
  },
  {
    by: 'maria', minutesAgo: 4 * HOUR, likes: 13, video: 'river.mp4', photos: [],
    text: 'Восемь секунд тишины. #Волга',
    comments: scriptComments(['sergey', 20, 'Смотрится спокойно.']),
  },
  {
    by: 'timur', minutesAgo: 5 * HOUR, likes: 17,
    text: 'Собрали гитару после реставрации. Новый порожек, старый голос. Послушать можно в плейлисте «В дорогу». #гитара #мастерская',
    photos: [['guitar', 'Акустическая гитара у стены']],
    comments: scriptComments(
      ['igor', 22, 'Колки родные остались?'],
      ['timur', 35, 'Родные, только перебраны.', 0],
      ['sergey', 80, 'Звучит отлично, слушаем второй день.'],
    ),
  },
  {
    by: 'olga', minutesAgo: 9 * HOUR, likes: 21,
    text: 'Первая партия из новой печи. Чашки чуть теплее по цвету, чем в прошлый раз. #керамика',
    photos: [['ceramics', 'Глиняные чашки и миска ручной работы'], ['plant', 'Растение в глиняном горшке']],
    comments: scriptComments(
      ['dina', 18, 'Можно отложить две такие чашки?'],
      ['olga', 25, 'Конечно, напишите в сообщения.', 0],
      ['maria', 120, 'Снимем каталог?'],
    ),
  },
  {
    by: 'igor', minutesAgo: 14 * HOUR, likes: 12,
    text: 'Три велосипеда за выходные. Если скрипит каретка — не тяните до весны. #велосипед #мастерская',
    photos: [
      ['bike', 'Городской велосипед с корзиной'],
      ['bike2', 'Велосипед у стены мастерской'],
      ['bike3', 'Руль велосипеда крупно'],
    ],
    comments: scriptComments(['anna', 30, 'Мой тоже скрипит, заеду в субботу?'], ['igor', 44, 'Приезжайте после двенадцати.', 0]),
  },
  {
    by: 'pavel', minutesAgo: DAY + 3 * HOUR, likes: 9,
    text: 'Кофе по-домашнему: мелкий помол, слабый огонь и никуда не спешить. #кофе',
    photos: [['moka', 'Гейзерная кофеварка на плите']],
    comments: scriptComments(['olga', 15, 'И чашка своя!'], ['anna', 60, 'Какое зерно?'], ['pavel', 75, 'Бразилия, средняя обжарка.', 1]),
  },
  {
    by: 'anna', minutesAgo: DAY + 8 * HOUR, likes: 19,
    text: 'Комната почти готова: осталось повесить лампу и найти место для кресла. Кто переезжал — что вы сделали бы иначе? #дом',
    photos: [
      ['room', 'Светлая комната с окном'],
      ['lamp', 'Настольная лампа с керамическим основанием'],
      ['armchair', 'Кресло с деревянными подлокотниками'],
    ],
    comments: scriptComments(
      ['maria', 12, 'Розетки. Розеток много не бывает.'],
      ['igor', 20, 'Поддерживаю про розетки.', 0],
      ['sergey', 90, 'Кресло — к окну.'],
    ),
  },
  {
    by: 'sergey', minutesAgo: 2 * DAY + HOUR, likes: 8,
    text: 'Турнир во дворе: шесть досок, чай и один спорный пат. Следующий — в воскресенье в два. #шахматы #двор',
    photos: [['chess', 'Шахматная доска с расставленными фигурами']],
    comments: scriptComments(['pavel', 40, 'Записывайте.'], ['timur', 55, 'Пат был честный.']),
  },
  {
    by: 'dina', minutesAgo: 2 * DAY + 6 * HOUR, likes: 14,
    text: 'Собираем чемодан по списку из восьми вещей. Девятая — лишняя. #дорога',
    photos: [['suitcase', 'Небольшой чемодан у двери']],
    comments: scriptComments(['olga', 33, 'А зонт?'], ['dina', 41, 'Зонт — восьмая.', 0]),
  },
  {
    by: 'maria', minutesAgo: 3 * DAY, likes: 24,
    text: 'Туман держался двадцать минут. #рассвет',
    photos: [['land1', 'Озеро в тумане, сосны и камни в воде']],
    comments: scriptComments(['anna', 11, 'Хочется распечатать.'], ['dina', 300, 'Очень тихо здесь.']),
  },
  {
    by: 'timur', minutesAgo: 3 * DAY + 9 * HOUR, likes: 11,
    text: 'Пластинки выбираем по обложкам, оставляем по звуку. #музыка',
    photos: [['turntable', 'Проигрыватель виниловых пластинок'], ['headphones', 'Накладные наушники']],
    comments: scriptComments(['sergey', 25, 'Проигрыватель после ремонта?'], ['timur', 30, 'Только игла новая.', 0]),
  },
  {
    by: 'anna', minutesAgo: 4 * DAY, likes: ['maria', 'olga', 'timur'], audience: 'friends',
    text: 'Только для своих: в субботу новоселье, приходите к шести. Адрес тот же.',
    photos: [['room', 'Светлая комната с окном']],
    comments: scriptComments(['maria', 5, 'Будем!'], ['olga', 50, 'Принесу чашки.']),
  },
  {
    by: 'olga', minutesAgo: 5 * DAY, likes: 10,
    text: 'Отдали игрушки соседям, остался один жираф. Жираф не отдаётся. #дом',
    photos: [['toys', 'Деревянные игрушки']],
  },
  {
    by: 'pavel', minutesAgo: 6 * DAY, likes: 7,
    text: 'Поменяли шины раньше снега. Редкий год. #машина',
    photos: [['tires', 'Четыре зимние шины']],
    comments: scriptComments(['igor', 70, 'Давление проверьте через неделю.']),
  },
];
