export interface CommentThread {
  /** Of the ad it stands under. */
  title: string;
  author: string;
  /** What the seller is given; 0: nothing. */
  rating: number;
  message: string;
  replies: readonly (readonly [author: string, message: string])[];
  /** By the owner of the ad. */
  hidden?: boolean;
}

const questionThread = (
  title: string,
  author: string,
  message: string,
  ...replies: CommentThread['replies']
): CommentThread => ({
  title,
  author,
  rating: 0,
  message,
  replies,
});
const reviewThread = (
  title: string,
  author: string,
  rating: number,
  message: string,
  ...replies: CommentThread['replies']
): CommentThread => ({ title, author, rating, message, replies });

const BICYCLE = 'Городской велосипед с корзиной, рама M';
const ARMCHAIR = 'Кресло из зелёного велюра, дубовые ножки';
const MOKA = 'Гейзерная кофеварка на 6 чашек';
const SUITCASE = 'Жёлтый чемодан, ручная кладь';
const LAMP = 'Настольная лампа с керамическим основанием';
const TURNTABLE = 'Проигрыватель винила и 30 пластинок';
const STUDIO = 'Студия 32 м² у парка, на длительный срок';

/** What people say under the ads that everybody sees first, and under those of Anna and Igor. Oldest first under each ad. */
// biome-ignore format: one turn of the talk a line
export const COMMENT_THREADS: readonly CommentThread[] = [
  reviewThread(BICYCLE, 'sergey', 4, 'Корзина снимается? И есть ли крепление под задний багажник?',
    ['igor', 'Снимается на двух болтах. Под багажник есть отверстия в раме, покажу при встрече.'],
    ['sergey', 'Спасибо, тогда на неделе напишу.']),
  reviewThread(BICYCLE, 'dina', 5, 'Уже второй велосипед у Игоря, всё как в описании. Подсказал по размеру рамы.'),
  questionThread(ARMCHAIR, 'olga', 'Подскажите высоту сиденья от пола, у меня низкий стол.',
    ['anna', '43 сантиметра. Под обычный письменный стол встаёт хорошо.'],
    ['olga', 'Подходит, спасибо за быстрый ответ!']),
  reviewThread(ARMCHAIR, 'timur', 5, 'Кресло чистое, в жизни даже зеленее, чем на фото. Помогли вынести до машины.'),
  questionThread(ARMCHAIR, 'guzel.khasanova', 'Отдадите за 11?',
    ['anna', 'Пока нет, объявление совсем новое. Если не уйдёт до выходных, напишу вам.']),
  reviewThread(MOKA, 'marat.yusupov', 5, 'Кофе варит как надо, прокладка и правда новая. Встретились у метро за пять минут.',
    ['anna', 'Пейте на здоровье!']),
  questionThread(MOKA, 'kirill.belov', 'Для индукции подойдёт?',
    ['anna', 'Нет, алюминий. Нужен переходной диск.'],
    ['timur', 'У меня такой диск лежит без дела, могу отдать.']),
  reviewThread(SUITCASE, 'katya.weber', 5, 'Проходит в ручную кладь, проверено на двух рейсах. Царапина на боку честно показана.'),
  reviewThread(LAMP, 'maria', 5, 'Свет мягкий, основание тяжёлое, не опрокинется. Упаковано так, что и уронить было не страшно.'),
  questionThread(LAMP, 'pavel', 'Абажур можно снять, чтобы постирать?', ['anna', 'Можно, он на кольце.']),
  reviewThread('Тумба прикроватная, дуб', 'aliya.safina', 4, 'Хорошая крепкая тумба. Ждали лишний день, но нас предупредили.',
    ['anna', 'Спасибо за терпение, больше так не задержу.']),
  reviewThread('Пластинки рок восьмидесятых', 'roman.kuznetsov', 5, 'Конверты целые, пластинки вымыты. Приятно иметь дело.'),
  reviewThread('Оранжевый велосипед, один сезон', 'stepan.nikitin', 5, 'Цепь смазана, тормоза держат, всё честно. Рекомендую.'),
  questionThread('Летняя резина R15, четыре штуки', 'denis.makarov', 'Какого года шины?',
    ['anna', '2023-го, на боковине 1423.']),
  { ...questionThread('Летняя резина R15, четыре штуки', 'ilya.baranov', 'Куплю оптом любые шины, дорого, звоните в любое время!!!'), hidden: true },
  questionThread('Пёс из приюта ищет дом', 'ksenia.danilova', 'Какие прививки есть? Могу бесплатно посмотреть его перед переездом.',
    ['anna', 'Все по возрасту, паспорт на руках. Спасибо вам огромное, напишу!'],
    ['ksenia.danilova', 'Жду.']),

  questionThread(TURNTABLE, 'armen.sargsyan', 'Какая игла стоит?',
    ['timur', 'Эллиптическая, отыграла часов двадцать.']),
  reviewThread(TURNTABLE, 'roman.kuznetsov', 5, 'Слушали вместе час, не хотелось уходить. Всё настроено.'),
  questionThread('Плёночная камера с объективом 50 мм', 'gleb.vorontsov', 'Экспонометр живой?',
    ['maria', 'Живой, но врёт на полступени в тени. Батарейку положу новую.']),
  reviewThread('Плёночная камера с объективом 50 мм', 'pavel', 5, 'Первая плёнка вышла вся, затвор точный. Спасибо за урок на месте!'),
  questionThread(STUDIO, 'guzel.khasanova', 'С котом пустите? Взрослый, спокойный.',
    ['olga', 'С одним котом пущу, в договоре напишем.'],
    ['guzel.khasanova', 'Тогда хочу посмотреть в субботу.']),
  reviewThread(STUDIO, 'katya.weber', 5, 'Жила здесь два месяца в командировке: тихо, чисто, хозяйка на связи.'),
  questionThread('Фикус в глиняном горшке, 1,2 м', 'oksana.zaitseva', 'Не болеет? Листья у основания не сбрасывает?',
    ['dina', 'Здоров, за год сбросил один лист, и то когда переставляла.']),
  reviewThread('Фикус в глиняном горшке, 1,2 м', 'anna', 5, 'Брали черенок прошлой весной, теперь это дерево. Щедрый человек!'),
  reviewThread('Акустическая гитара с чехлом', 'andrey.komarov', 5, 'Гриф ровный, строит. Чехол как новый.'),
  questionThread('Акустическая гитара с чехлом', 'ilya.baranov', 'Струны нейлон или металл?', ['pavel', 'Металл, десятые.']),
  reviewThread('Ноутбук 14 дюймов, 16 ГБ, гарантия до мая', 'evgeny.sidorov', 5, 'Проверка заняла десять минут: всё по документам, батарея 92 %.'),
  questionThread('Ноутбук 14 дюймов, 16 ГБ, гарантия до мая', 'ilya.baranov', 'Вторую планку памяти поставить можно?',
    ['sergey', 'Слот один свободный, инструкцию приложу.']),
  reviewThread('Накладные наушники, кожа и металл', 'maxim.lapin', 4, 'Звук хороший, чехол маловат, но это придирка.'),
  questionThread('Комплект зимних шин R17 на дисках', 'artem.gusev', 'Сверловка какая?', ['sergey', '5×114,3, вылет 45.']),
  reviewThread('Керамика ручной работы: вазы и чаша', 'julia.smirnova', 5, 'Как керамист говорю: обжиг отличный, глазурь ровная.',
    ['dina', 'От вас это особенно приятно!']),
  questionThread('Шахматы из бука и ореха, доска 45 см', 'andrey.komarov', 'Для турнира по размеру подходят?',
    ['pavel', 'Да, король 95 миллиметров, клетка 50.']),
  reviewThread('Деревянные игрушки для малышей', 'vera.kolesnikova', 5, 'Всё чистое, сын не выпускает машинку из рук. Спасибо!'),

  reviewThread('Наушники для записи голоса', 'timur', 5, 'Прослушал на студии: честные, без окраски.'),
  reviewThread('Наушники для записи голоса', 'roman.kuznetsov', 5, 'Амбушюры свежие, кабель целый. Быстро и вежливо.'),
  reviewThread('Багажник на крышу с замками', 'viktor.medvedev', 5, 'Встал без переделок, оба ключа на месте.'),
  questionThread('Багажник на крышу с замками', 'oleg.antonov', 'На рейлинги ставится?', ['igor', 'Ставится, переходники отдам вместе.']),
  reviewThread('Багажник на крышу с замками', 'stepan.nikitin', 5, 'Договорились за вечер, забрал утром по дороге.'),
  reviewThread('Дача с причалом на реке, 6 соток', 'larisa.polyakova', 5, 'Показали всё без прикрас, и крышу, и соседей. Редкость.'),
  reviewThread('Кофеварка для плиты, 3 чашки', 'anna', 5, 'Маленькая и крепкая, как и кофе из неё.'),
  reviewThread('Кофеварка для плиты, 3 чашки', 'marat.yusupov', 5, 'Беру у Игоря не первый раз, всегда порядок.'),
  reviewThread('Морская свинка с клеткой', 'aliya.safina', 5, 'Свинка доехала спокойно, дети счастливы. Корма дали на месяц вперёд.'),
  reviewThread('Рабочие места в коворкинге', 'alexey.orlov', 5, 'Тихо, светло, интернет быстрый. Работал неделю.'),
  reviewThread('Проигрыватель пластинок, корпус дуб', 'irina.pavlova', 5, 'Красивый и поёт. Упакован был в три слоя.'),
  reviewThread('Онлайн-касса с фискальным накопителем', 'ekaterina.sorokina', 5, 'Документы в порядке, сняли с учёта при мне.'),
];
