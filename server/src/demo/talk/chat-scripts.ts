export interface ScriptedMessage {
  from: string;
  minutesAgo: number;
  text: string;
  photos?: readonly string[];
  file?: 'receipt' | 'mix';
  reaction?: '👍' | '❤️' | '🔥' | '😂';
  warnings?: readonly ('link' | 'code')[];
  /** Index of the message that it replies to, in the same chat. */
  repliesTo?: number;
}

export interface ChatScript {
  between: readonly [string, string];
  about?: string;
  unread?: number;
  /** True for a message request from the first to the second, not answered yet. */
  isRequest?: boolean;
  pinnedBy?: string;
  mutedBy?: string;
  messages: readonly ScriptedMessage[];
}

const HOUR = 60;
const DAY = 24 * HOUR;

type MessageTuple = readonly [from: string, minutesAgo: number, text: string, more?: Partial<ScriptedMessage>];
const scriptMessages = (...tuples: readonly MessageTuple[]): ScriptedMessage[] =>
  tuples.map(([from, minutesAgo, text, more]) => ({ from, minutesAgo, text, ...more }));

// biome-ignore format: one message a line
export const CHAT_SCRIPTS: readonly ChatScript[] = [
  {
    between: ['anna', 'igor'], about: 'Городской велосипед с корзиной, рама M', unread: 2,
    messages: scriptMessages(
      ['anna', 3 * DAY, 'Привет! Видела, что велосипед с корзиной ещё продаётся. Он у тебя на Баумана?'],
      ['igor', 3 * DAY - 12, 'Привет! Да, в мастерской стоит. Сейчас на нём новые колодки и цепь.', { reaction: '👍' }],
      ['anna', 3 * DAY - 14, 'А корзина снимается?', { repliesTo: 1 }],
      ['igor', 3 * DAY - 20, 'На двух болтах, минута времени.'],
      ['anna', 95, 'Здравствуйте! Велосипед ещё продаётся?'],
      ['igor', 83, 'Добрый день, да. Рама М, подойдёт на рост от 165.'],
      ['igor', 82, '', { photos: ['bike', 'bike2'] }],
      ['anna', 73, 'Выглядит отлично. А документы на него остались?'],
      ['igor', 66, '', { file: 'receipt' }],
      ['igor', 50, 'Настроил тормоза и переключатель.'],
      ['igor', 49, 'Завтра после шести удобно? Велосипед уже настроил, можно сразу проехать'],
    ),
  },
  {
    between: ['anna', 'olga'], about: 'Студия 32 м² у парка, на длительный срок', unread: 1,
    messages: scriptMessages(
      ['anna', 2 * DAY, 'Добрый день! Студия свободна с декабря?'],
      ['olga', 2 * DAY - 40, 'Добрый день! Да, с первого числа. Депозит делим на два месяца.'],
      ['anna', DAY + 30, 'Пришлёте, пожалуйста, пару фото кухни и санузла?'],
      ['olga', 75, 'Спасибо! Фото студии пришлю вечером, как доберусь до дома'],
    ),
  },
  {
    between: ['maria', 'anna'], pinnedBy: 'anna',
    messages: scriptMessages(
      ['maria', 5 * DAY, 'Аня, в субботу снимаю на старом вокзале. Пойдёшь за компанию?'],
      ['anna', 5 * DAY - 8, 'С радостью! Во сколько свет лучше?'],
      ['maria', 5 * DAY - 10, 'К девяти, пока солнце низкое.', { reaction: '❤️' }],
      ['maria', 4 * HOUR, 'Смотри, что проявилось', { photos: ['land1', 'land3'] }],
      ['anna', 200, 'Какая красота. Левую хочу на стену!', { repliesTo: 3 }],
      ['maria', 190, 'Напечатаю 30 на 40, отдам в субботу.'],
      ['anna', 185, 'Отлично, договорились'],
    ),
  },
  {
    between: ['timur', 'anna'],
    messages: scriptMessages(
      ['timur', DAY + 5 * HOUR, 'Привет! Свёл демо, о котором говорили. Послушай в наушниках'],
      ['timur', DAY + 5 * HOUR - 1, '', { file: 'mix', reaction: '🔥' }],
    ),
  },
  {
    between: ['anna', 'dina'],
    messages: scriptMessages(
      ['anna', DAY + 7 * HOUR, 'Здравствуйте! Фикус переживёт переезд в ноябре?'],
      ['dina', DAY + 7 * HOUR - 15, 'Если укутать и везти в тепле, да. Могу отдать с переноской.'],
      ['anna', DAY + 6 * HOUR, 'А горшок отдельно продаёте?'],
    ),
  },
  {
    between: ['sergey', 'anna'], mutedBy: 'anna',
    messages: scriptMessages(
      ['sergey', 3 * DAY, 'По шинам, о которых спрашивали для соседа:'],
      ['anna', 3 * DAY - 30, 'Да-да, напомните, пожалуйста, какой они сезон?'],
      ['sergey', 3 * DAY - 45, 'Шины 2024 года, пробег один сезон, хранились в гараже в чехлах. Могу завезти'],
    ),
  },
  {
    between: ['pavel', 'anna'],
    messages: scriptMessages(
      ['anna', 9 * DAY, 'Павел, добрый день! Возьмётесь за разделочную доску из дуба, 40 на 25?'],
      ['pavel', 9 * DAY - 55, 'Возьмусь. Масло или воск?'],
      ['anna', 9 * DAY - 70, 'Масло. И канавку по краю, если можно.'],
      ['pavel', 8 * DAY, 'Доску отшлифую и отправлю фотографии в конце недели'],
    ),
  },
  {
    between: ['anna', 'aliya.safina'],
    messages: scriptMessages(
      ['aliya.safina', 12 * DAY, 'Аня, спасибо за приглашение сюда, уже нашла лампу мечты'],
      ['anna', 12 * DAY - 5, 'Покажи!', { reaction: '😂' }],
      ['aliya.safina', 12 * DAY - 6, 'Вот такая', { photos: ['lamp'] }],
    ),
  },
  {
    between: ['kirill.belov', 'anna'], isRequest: true, unread: 1,
    messages: scriptMessages(
      ['kirill.belov', 5 * HOUR, 'Здравствуйте, Анна! Проектируете бани? Участок в Лаишево, хотим начать весной.'],
    ),
  },
  {
    between: ['emre.demir', 'anna'], isRequest: true, unread: 2,
    messages: scriptMessages(
      ['emre.demir', 7 * HOUR, 'Добрый день! Заберу всё сразу, оплачу доставку вперёд.'],
      ['emre.demir', 7 * HOUR - 2, 'Оформите здесь: http://dostavka-oplata.example/zakaz и пришлите код из СМС', { warnings: ['link', 'code'] }],
    ),
  },
  {
    between: ['maria', 'pavel'],
    messages: scriptMessages(
      ['maria', 2 * DAY, 'Паша, шахматы доехали! Ферзь прекрасен.'],
      ['pavel', 2 * DAY - 30, 'Рад! Если что-то рассохнется, отреставрирую.', { reaction: '❤️' }],
    ),
  },
  {
    between: ['timur', 'igor'], unread: 1,
    messages: scriptMessages(
      ['igor', 26 * HOUR, 'Тимур, вынос руля приехал, заходи после пяти.'],
      ['timur', 25 * HOUR, 'Зайду завтра, спасибо! Захвачу тот самый винил'],
    ),
  },
];
