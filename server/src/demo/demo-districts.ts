import type { DemoAd } from './demo-ads.ts';
import { createRandom, seedOf } from './random.ts';

const DISTRICTS: Readonly<Record<string, readonly string[]>> = {
  Kazan: [
    'Вахитовский район',
    'Ново-Савиновский район',
    'Советский район',
    'м. Кремлёвская',
    'м. Площадь Тукая',
    'Горки',
  ],
  Moscow: ['м. Курская', 'м. Сокол', 'Хамовники', 'м. Новослободская', 'Измайлово', 'м. Тульская'],
  'Saint Petersburg': ['Петроградская сторона', 'м. Василеостровская', 'м. Чернышевская', 'Коломна', 'м. Удельная'],
  Samara: ['Ленинский район', 'м. Московская', 'Самарский район', 'Промышленный район'],
  Yekaterinburg: ['м. Площадь 1905 года', 'Уралмаш', 'ВИЗ', 'Академический', 'м. Чкаловская'],
  'Nizhny Novgorod': ['Нижегородский район', 'Сормово', 'м. Горьковская', 'Советский район'],
  Perm: ['Ленинский район', 'Мотовилиха', 'Свердловский район', 'Закамск'],
  Ufa: ['Кировский район', 'Черниковка', 'Зелёная роща', 'Дёма'],
  Novosibirsk: ['Академгородок', 'м. Площадь Ленина', 'Заельцовский район', 'м. Речной вокзал'],
  Krasnodar: ['Центральный округ', 'Юбилейный', 'Фестивальный'],
  Sochi: ['Адлер', 'Хоста', 'Мамайка'],
  Kaliningrad: ['Амалиенау', 'Балтийский район', 'Сельма'],
};
const DISTRICTS_BY_TITLE: Readonly<Record<string, string>> = {
  'Кресло из зелёного велюра, дубовые ножки': 'Вахитовский район',
  'Студия 32 м² у парка, на длительный срок': 'Вахитовский район',
};
const STATED_SHARE = 0.7;

export function demoDistrict({ title, city }: Pick<DemoAd, 'title' | 'city'>): string {
  const spoken = DISTRICTS_BY_TITLE[title];
  if (spoken !== undefined) return spoken;
  const random = createRandom(seedOf(title));
  const known = DISTRICTS[city];
  return known !== undefined && random.next() < STATED_SHARE ? random.pick(known) : '';
}
