/**
 * Words that indicate goods forbidden by the user agreement, matched in any grammatical form. The list is short on
 * purpose: each word delays honest ads, and staff add their own.
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
