const wordsOf = (text: string): Set<string> => new Set(text.split(/\s+/));

const DEALS = wordsOf(
  `куплю купить продам продаю продажа продать продается ищу нужен нужна нужно нужны хочу сниму снять сдам сдаю сдать
  аренда заказать цена недорого недорогой недорогая дешево срочно торг доставка доставкой дешевый дешевая дешевое услуги
  объявление объявления`,
);
const QUALITIES = wordsOf(
  `бу б у комплект набор новый новая новое новые хороший хорошая хорошее хорошие отличный отличная отличное красивый
  красивая красивое`,
);

/** Words of the deal instead of the thing. */
export const isSaidOfDeals = (word: string): boolean => DEALS.has(word);

/** Words that people say of any ad: no typos of other words, and the first to be left out. */
export const isSaidOfAnything = (word: string): boolean => DEALS.has(word) || QUALITIES.has(word);
