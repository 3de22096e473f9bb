/**
 * What the agreement does not allow to be offered, in the words such ads use; any form of a word is found. Short on purpose:
 * each of them costs honest people a wait, and staff add their own.
 */
export const BLOCKLIST_WORDS: Readonly<
  Record<'drugs' | 'weapons' | 'documents' | 'fraud' | 'adult' | 'animals', readonly string[]>
> = {
  drugs: ['наркотик', 'марихуана', 'гашиш', 'амфетамин', 'мефедрон', 'кокаин', 'закладка гашиш', 'курительная смесь'],
  weapons: [
    'боевой пистолет',
    'травматический пистолет',
    'боеприпас',
    'взрывчатка',
    'граната боевая',
    'глушитель для оружия',
  ],
  documents: [
    'купить диплом',
    'поддельный паспорт',
    'медкнижка без осмотра',
    'водительские права без экзамена',
    'фальшивые деньги',
  ],
  fraud: [
    'обналичивание',
    'обнал',
    'дебетовые карты на чужое имя',
    'быстрый заработок без вложений',
    'казино',
    'финансовая пирамида',
  ],
  adult: ['интим услуги', 'эскорт услуги', 'проститутка'],
  animals: ['шкура амурского тигра', 'слоновая кость', 'бивень мамонта без документов'],
};
