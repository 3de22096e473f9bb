import type { AttributeKind } from '@app/contract/reference/attributes';
import type { CategoryIcon } from '@app/contract/reference/reference';

/** A name in the order of {@link SEED_LANGUAGES}; a single entry applies to all languages. */
export type SeedName = readonly string[];
export const SEED_LANGUAGES = ['ru', 'en', 'es', 'de', 'fr', 'it', 'ko'] as const;

export interface AttributeSeed {
  name: SeedName;
  kind: AttributeKind;
  unit?: string;
  choices?: readonly SeedName[];
}

const TYPE: SeedName = ['Вид', 'Type', 'Tipo', 'Art', 'Type', 'Tipo', '종류'];
const BRAND: SeedName = ['Бренд', 'Brand', 'Marca', 'Marke', 'Marque', 'Marca', '브랜드'];
const OTHER: SeedName = ['Другое', 'Other', 'Otros', 'Sonstiges', 'Autre', 'Altro', '기타'];
// biome-ignore format: one name a line
const CONDITION: AttributeSeed = {
  name: ['Состояние', 'Condition', 'Estado', 'Zustand', 'État', 'Condizione', '상태'],
  kind: 'choice',
  choices: [
    ['Новое', 'New', 'Nuevo', 'Neu', 'Neuf', 'Nuovo', '새 상품'],
    ['Как новое', 'Like new', 'Como nuevo', 'Wie neu', 'Comme neuf', 'Come nuovo', '거의 새것'],
    ['Хорошее', 'Good', 'Bueno', 'Gut', 'Bon état', 'Buono', '양호'],
    ['Есть следы использования', 'Signs of use', 'Con señales de uso', 'Mit Gebrauchsspuren', 'Traces d’usage', 'Con segni d’uso', '사용감 있음'],
    ['Требует ремонта', 'Needs repair', 'Para reparar', 'Reparaturbedürftig', 'À réparer', 'Da riparare', '수리 필요'],
  ],
};

/** Initial attributes per category. None is required, so that an ad can always be published with less. */
// biome-ignore format: one name a line
export const ATTRIBUTES: Readonly<Record<CategoryIcon, readonly AttributeSeed[]>> = {
  building: [
    {
      name: ['Сделка', 'Deal', 'Operación', 'Angebot', 'Transaction', 'Contratto', '거래'],
      kind: 'choice',
      choices: [
        ['Продажа', 'For sale', 'Venta', 'Verkauf', 'Vente', 'Vendita', '매매'],
        ['Аренда надолго', 'Long-term rent', 'Alquiler de larga estancia', 'Langzeitmiete', 'Location longue durée', 'Affitto a lungo termine', '장기 임대'],
        ['Посуточно', 'Rent by the day', 'Alquiler por días', 'Tageweise Miete', 'Location à la journée', 'Affitto giornaliero', '단기 임대'],
      ],
    },
    {
      name: ['Вид объекта', 'Property type', 'Tipo de inmueble', 'Objektart', 'Type de bien', 'Tipo di immobile', '매물 종류'],
      kind: 'choice',
      choices: [
        ['Квартира', 'Flat', 'Piso', 'Wohnung', 'Appartement', 'Appartamento', '아파트'],
        ['Комната', 'Room', 'Habitación', 'Zimmer', 'Chambre', 'Stanza', '방'],
        ['Дом или дача', 'House or cottage', 'Casa o chalet', 'Haus oder Ferienhaus', 'Maison', 'Casa o villetta', '주택'],
        ['Участок', 'Land', 'Terreno', 'Grundstück', 'Terrain', 'Terreno', '토지'],
        ['Гараж', 'Garage', 'Garaje', 'Garage', 'Garage', 'Garage', '차고'],
        ['Коммерческая', 'Commercial', 'Comercial', 'Gewerbe', 'Local commercial', 'Commerciale', '상업용'],
      ],
    },
    {
      name: ['Комнат', 'Rooms', 'Habitaciones', 'Zimmer', 'Pièces', 'Locali', '방 개수'],
      kind: 'choice',
      choices: [
        ['Студия', 'Studio', 'Estudio', 'Studio', 'Studio', 'Monolocale', '원룸'],
        ['1'],
        ['2'],
        ['3'],
        ['4'],
        ['5+'],
      ],
    },
    { name: ['Площадь', 'Area', 'Superficie', 'Fläche', 'Surface', 'Superficie', '면적'], kind: 'number', unit: 'м²' },
    { name: ['Этаж', 'Floor', 'Planta', 'Etage', 'Étage', 'Piano', '층'], kind: 'number' },
  ],
  car: [
    {
      name: TYPE,
      kind: 'choice',
      choices: [
        ['Автомобиль', 'Car', 'Coche', 'Auto', 'Voiture', 'Auto', '승용차'],
        ['Мотоцикл или мопед', 'Motorcycle or moped', 'Moto o ciclomotor', 'Motorrad oder Moped', 'Moto ou cyclomoteur', 'Moto o ciclomotore', '오토바이'],
        ['Грузовик или спецтехника', 'Lorry or machinery', 'Camión o maquinaria', 'Lkw oder Baumaschine', 'Camion ou engin', 'Camion o macchina operatrice', '트럭·특수차'],
        ['Водный транспорт', 'Boat', 'Embarcación', 'Boot', 'Bateau', 'Imbarcazione', '선박'],
        ['Запчасти и шины', 'Parts and tyres', 'Recambios y neumáticos', 'Teile und Reifen', 'Pièces et pneus', 'Ricambi e pneumatici', '부품·타이어'],
      ],
    },
    { name: ['Марка и модель', 'Make and model', 'Marca y modelo', 'Marke und Modell', 'Marque et modèle', 'Marca e modello', '브랜드와 모델'], kind: 'text' },
    { name: ['Год выпуска', 'Year', 'Año', 'Baujahr', 'Année', 'Anno', '연식'], kind: 'number' },
    { name: ['Пробег', 'Mileage', 'Kilometraje', 'Kilometerstand', 'Kilométrage', 'Chilometraggio', '주행거리'], kind: 'number', unit: 'км' },
    {
      name: ['Коробка передач', 'Gearbox', 'Cambio', 'Getriebe', 'Boîte de vitesses', 'Cambio', '변속기'],
      kind: 'choice',
      choices: [
        ['Механика', 'Manual', 'Manual', 'Schaltgetriebe', 'Manuelle', 'Manuale', '수동'],
        ['Автомат', 'Automatic', 'Automático', 'Automatik', 'Automatique', 'Automatico', '자동'],
        ['Робот', 'Automated manual', 'Robotizado', 'Automatisiertes Schaltgetriebe', 'Robotisée', 'Robotizzato', '반자동'],
        ['Вариатор', 'CVT', 'CVT', 'Stufenlos (CVT)', 'CVT', 'CVT', 'CVT'],
      ],
    },
    {
      name: CONDITION.name,
      kind: 'choice',
      choices: [
        ['Новое', 'New', 'Nuevo', 'Neu', 'Neuf', 'Nuovo', '신차'],
        ['На ходу', 'Running', 'En marcha', 'Fahrbereit', 'Roulant', 'Marciante', '운행 가능'],
        ['После аварии', 'Damaged', 'Accidentado', 'Unfallwagen', 'Accidenté', 'Incidentato', '사고 차량'],
        ['На запчасти', 'For parts', 'Para piezas', 'Zum Ausschlachten', 'Pour pièces', 'Per ricambi', '부품용'],
      ],
    },
  ],
  briefcase: [
    {
      name: ['Объявление', 'Ad', 'Anuncio', 'Anzeige', 'Annonce', 'Annuncio', '구분'],
      kind: 'choice',
      choices: [
        ['Вакансия', 'Vacancy', 'Oferta de empleo', 'Stellenangebot', 'Offre d’emploi', 'Offerta di lavoro', '구인'],
        ['Ищу работу', 'Looking for work', 'Busco empleo', 'Stellengesuch', 'Recherche d’emploi', 'Cerco lavoro', '구직'],
      ],
    },
    {
      name: ['Занятость', 'Employment', 'Jornada', 'Beschäftigung', 'Type d’emploi', 'Impiego', '고용 형태'],
      kind: 'choice',
      choices: [
        ['Полная', 'Full-time', 'Completa', 'Vollzeit', 'Temps plein', 'Tempo pieno', '전일제'],
        ['Частичная', 'Part-time', 'Parcial', 'Teilzeit', 'Temps partiel', 'Part-time', '시간제'],
        ['Подработка', 'Side job', 'Trabajo ocasional', 'Nebenjob', 'Petit boulot', 'Lavoretto', '아르바이트'],
        ['Проектная', 'Project work', 'Por proyecto', 'Projektarbeit', 'Mission', 'A progetto', '프로젝트'],
        ['Стажировка', 'Internship', 'Prácticas', 'Praktikum', 'Stage', 'Tirocinio', '인턴'],
      ],
    },
    {
      name: ['График', 'Schedule', 'Horario', 'Arbeitszeit', 'Horaires', 'Orario', '근무 일정'],
      kind: 'choice',
      choices: [
        ['5/2', 'Weekdays', 'De lunes a viernes', 'Montag bis Freitag', 'En semaine', 'Giorni feriali', '평일'],
        ['Сменный', 'Shifts', 'Por turnos', 'Schichtarbeit', 'En équipes', 'A turni', '교대 근무'],
        ['Гибкий', 'Flexible', 'Flexible', 'Flexibel', 'Flexibles', 'Flessibile', '유연 근무'],
        ['Удалённо', 'Remote', 'A distancia', 'Homeoffice', 'À distance', 'Da remoto', '재택'],
        ['Вахта', 'Rotation on site', 'Por campañas', 'Einsatz auf Montage', 'Par rotation', 'A rotazione', '현장 순환 근무'],
      ],
    },
    {
      name: ['Опыт', 'Experience', 'Experiencia', 'Erfahrung', 'Expérience', 'Esperienza', '경력'],
      kind: 'choice',
      choices: [
        ['Без опыта', 'None', 'Sin experiencia', 'Ohne Erfahrung', 'Sans expérience', 'Senza esperienza', '무관'],
        ['До 3 лет', 'Up to 3 years', 'Hasta 3 años', 'Bis 3 Jahre', 'Jusqu’à 3 ans', 'Fino a 3 anni', '3년 이하'],
        ['От 3 до 6 лет', '3 to 6 years', 'De 3 a 6 años', '3 bis 6 Jahre', 'De 3 à 6 ans', 'Da 3 a 6 anni', '3~6년'],
        ['Больше 6 лет', 'Over 6 years', 'Más de 6 años', 'Über 6 Jahre', 'Plus de 6 ans', 'Oltre 6 anni', '6년 이상'],
      ],
    },
    {
      name: ['Оплата', 'Pay', 'Pago', 'Bezahlung', 'Rémunération', 'Retribuzione', '급여'],
      kind: 'choice',
      choices: [
        ['За месяц', 'Per month', 'Al mes', 'Pro Monat', 'Au mois', 'Al mese', '월급'],
        ['За смену', 'Per shift', 'Por turno', 'Pro Schicht', 'À la journée', 'A turno', '일급'],
        ['За час', 'Per hour', 'Por hora', 'Pro Stunde', 'À l’heure', 'All’ora', '시급'],
        ['Сдельная', 'Per piece', 'A destajo', 'Nach Leistung', 'À la tâche', 'A cottimo', '성과급'],
      ],
    },
  ],
  tool: [
    {
      name: ['Вид услуги', 'Service', 'Servicio', 'Dienstleistung', 'Service', 'Servizio', '서비스 종류'],
      kind: 'choice',
      choices: [
        ['Ремонт и отделка', 'Renovation', 'Reformas', 'Renovierung', 'Travaux', 'Ristrutturazione', '인테리어·수리'],
        ['Ремонт техники', 'Appliance repair', 'Reparación de aparatos', 'Gerätereparatur', 'Réparation d’appareils', 'Riparazione apparecchi', '가전 수리'],
        ['Перевозки', 'Removals and delivery', 'Mudanzas y transporte', 'Umzug und Transport', 'Déménagement et transport', 'Traslochi e trasporti', '이사·운송'],
        ['Уборка', 'Cleaning', 'Limpieza', 'Reinigung', 'Ménage', 'Pulizie', '청소'],
        ['Красота и здоровье', 'Beauty and health', 'Belleza y salud', 'Schönheit und Gesundheit', 'Beauté et santé', 'Bellezza e salute', '미용·건강'],
        ['Обучение', 'Lessons', 'Clases', 'Unterricht', 'Cours', 'Lezioni', '교육'],
        ['Праздники и съёмка', 'Events and photography', 'Eventos y fotografía', 'Feiern und Fotografie', 'Fêtes et photographie', 'Eventi e fotografia', '행사·촬영'],
        OTHER,
      ],
    },
    {
      name: ['Где', 'Where', 'Dónde', 'Wo', 'Où', 'Dove', '장소'],
      kind: 'choice',
      choices: [
        ['С выездом', 'At your place', 'A domicilio', 'Bei Ihnen', 'À domicile', 'A domicilio', '출장'],
        ['У исполнителя', 'At the provider’s', 'En mi local', 'Beim Anbieter', 'Chez le prestataire', 'Presso il professionista', '업체 방문'],
        ['Онлайн', 'Online', 'En línea', 'Online', 'En ligne', 'Online', '온라인'],
      ],
    },
    {
      name: ['Цена за', 'Price per', 'Precio por', 'Preis pro', 'Prix par', 'Prezzo per', '요금 기준'],
      kind: 'choice',
      choices: [
        ['Час', 'Hour', 'Hora', 'Stunde', 'Heure', 'Ora', '시간'],
        ['Услугу', 'Service', 'Servicio', 'Leistung', 'Prestation', 'Servizio', '건'],
        ['День', 'Day', 'Día', 'Tag', 'Jour', 'Giorno', '일'],
      ],
    },
  ],
  laptop: [
    {
      name: TYPE,
      kind: 'choice',
      choices: [
        ['Телефон', 'Phone', 'Teléfono', 'Telefon', 'Téléphone', 'Telefono', '휴대폰'],
        ['Ноутбук', 'Laptop', 'Portátil', 'Laptop', 'Ordinateur portable', 'Portatile', '노트북'],
        ['Компьютер', 'Computer', 'Ordenador', 'Computer', 'Ordinateur', 'Computer', '컴퓨터'],
        ['Планшет', 'Tablet', 'Tableta', 'Tablet', 'Tablette', 'Tablet', '태블릿'],
        ['Телевизор или аудио', 'TV or audio', 'Televisión o audio', 'Fernseher oder Audio', 'Télé ou audio', 'TV o audio', 'TV·오디오'],
        ['Фото и видео', 'Photo and video', 'Foto y vídeo', 'Foto und Video', 'Photo et vidéo', 'Foto e video', '카메라'],
        ['Приставка или игры', 'Console or games', 'Consola o juegos', 'Konsole oder Spiele', 'Console ou jeux', 'Console o giochi', '게임기·게임'],
        ['Аксессуары', 'Accessories', 'Accesorios', 'Zubehör', 'Accessoires', 'Accessori', '액세서리'],
      ],
    },
    { name: BRAND, kind: 'text' },
    CONDITION,
    { name: ['Память', 'Storage', 'Memoria', 'Speicher', 'Stockage', 'Memoria', '저장 용량'], kind: 'number', unit: 'ГБ' },
  ],
  plant: [
    {
      name: TYPE,
      kind: 'choice',
      choices: [
        ['Мебель', 'Furniture', 'Muebles', 'Möbel', 'Meubles', 'Mobili', '가구'],
        ['Бытовая техника', 'Appliances', 'Electrodomésticos', 'Haushaltsgeräte', 'Électroménager', 'Elettrodomestici', '가전제품'],
        ['Посуда и кухня', 'Kitchenware', 'Cocina', 'Küche und Geschirr', 'Cuisine', 'Cucina', '주방용품'],
        ['Текстиль и декор', 'Textiles and decor', 'Textil y decoración', 'Textilien und Deko', 'Textile et déco', 'Tessili e decorazioni', '패브릭·장식'],
        ['Инструменты', 'Tools', 'Herramientas', 'Werkzeug', 'Outils', 'Attrezzi', '공구'],
        ['Стройматериалы', 'Building materials', 'Materiales de obra', 'Baumaterial', 'Matériaux', 'Materiali edili', '건축 자재'],
        ['Растения и сад', 'Plants and garden', 'Plantas y jardín', 'Pflanzen und Garten', 'Plantes et jardin', 'Piante e giardino', '식물·정원'],
      ],
    },
    CONDITION,
  ],
  hanger: [
    {
      name: ['Для кого', 'For', 'Para', 'Für', 'Pour', 'Per', '대상'],
      kind: 'choice',
      choices: [
        ['Женщинам', 'Women', 'Mujer', 'Damen', 'Femme', 'Donna', '여성'],
        ['Мужчинам', 'Men', 'Hombre', 'Herren', 'Homme', 'Uomo', '남성'],
        ['Унисекс', 'Unisex', 'Unisex', 'Unisex', 'Unisexe', 'Unisex', '남녀 공용'],
      ],
    },
    {
      name: TYPE,
      kind: 'choice',
      choices: [
        ['Верхняя одежда', 'Outerwear', 'Abrigos', 'Jacken und Mäntel', 'Manteaux', 'Capispalla', '아우터'],
        ['Платья и юбки', 'Dresses and skirts', 'Vestidos y faldas', 'Kleider und Röcke', 'Robes et jupes', 'Abiti e gonne', '원피스·치마'],
        ['Верх', 'Tops', 'Partes de arriba', 'Oberteile', 'Hauts', 'Parte superiore', '상의'],
        ['Брюки и джинсы', 'Trousers and jeans', 'Pantalones y vaqueros', 'Hosen und Jeans', 'Pantalons et jeans', 'Pantaloni e jeans', '바지'],
        ['Обувь', 'Shoes', 'Calzado', 'Schuhe', 'Chaussures', 'Scarpe', '신발'],
        ['Сумки и аксессуары', 'Bags and accessories', 'Bolsos y accesorios', 'Taschen und Accessoires', 'Sacs et accessoires', 'Borse e accessori', '가방·액세서리'],
        OTHER,
      ],
    },
    {
      name: ['Размер одежды', 'Clothing size', 'Talla de ropa', 'Kleidergröße', 'Taille', 'Taglia', '옷 사이즈'],
      kind: 'choice',
      choices: [['XS'], ['S'], ['M'], ['L'], ['XL'], ['XXL'], ['3XL+']],
    },
    { name: ['Размер обуви', 'Shoe size', 'Talla de calzado', 'Schuhgröße', 'Pointure', 'Numero di scarpe', '신발 사이즈'], kind: 'number' },
    { name: BRAND, kind: 'text' },
    CONDITION,
  ],
  stroller: [
    {
      name: TYPE,
      kind: 'choice',
      choices: [
        ['Коляски', 'Prams', 'Cochecitos', 'Kinderwagen', 'Poussettes', 'Passeggini', '유모차'],
        ['Автокресла', 'Car seats', 'Sillas de coche', 'Kindersitze', 'Sièges auto', 'Seggiolini auto', '카시트'],
        ['Одежда и обувь', 'Clothes and shoes', 'Ropa y calzado', 'Kleidung und Schuhe', 'Vêtements et chaussures', 'Vestiti e scarpe', '옷·신발'],
        ['Игрушки', 'Toys', 'Juguetes', 'Spielzeug', 'Jouets', 'Giocattoli', '장난감'],
        ['Мебель', 'Furniture', 'Muebles', 'Möbel', 'Meubles', 'Mobili', '가구'],
        ['Кормление и уход', 'Feeding and care', 'Alimentación y cuidado', 'Ernährung und Pflege', 'Repas et soins', 'Pappa e cura', '수유·케어'],
        ['Для школы', 'For school', 'Para el colegio', 'Für die Schule', 'Pour l’école', 'Per la scuola', '학용품'],
        OTHER,
      ],
    },
    {
      name: ['Возраст', 'Age', 'Edad', 'Alter', 'Âge', 'Età', '연령'],
      kind: 'choice',
      choices: [
        ['До 1 года', 'Under 1', 'Menos de 1 año', 'Unter 1 Jahr', 'Moins de 1 an', 'Meno di 1 anno', '1세 미만'],
        ['1–3 года', '1–3 years', '1–3 años', '1–3 Jahre', '1–3 ans', '1–3 anni', '1~3세'],
        ['4–6 лет', '4–6 years', '4–6 años', '4–6 Jahre', '4–6 ans', '4–6 anni', '4~6세'],
        ['7–11 лет', '7–11 years', '7–11 años', '7–11 Jahre', '7–11 ans', '7–11 anni', '7~11세'],
        ['12 лет и старше', '12 and over', '12 años o más', 'Ab 12 Jahren', '12 ans et plus', 'Dai 12 anni', '12세 이상'],
      ],
    },
    CONDITION,
  ],
  palette: [
    {
      name: TYPE,
      kind: 'choice',
      choices: [
        ['Книги и журналы', 'Books and magazines', 'Libros y revistas', 'Bücher und Zeitschriften', 'Livres et magazines', 'Libri e riviste', '책·잡지'],
        ['Спорт', 'Sport', 'Deporte', 'Sport', 'Sport', 'Sport', '스포츠'],
        ['Велосипеды и самокаты', 'Bikes and scooters', 'Bicicletas y patinetes', 'Fahrräder und Roller', 'Vélos et trottinettes', 'Bici e monopattini', '자전거·킥보드'],
        ['Туризм и рыбалка', 'Camping and fishing', 'Acampada y pesca', 'Camping und Angeln', 'Camping et pêche', 'Campeggio e pesca', '캠핑·낚시'],
        ['Музыкальные инструменты', 'Musical instruments', 'Instrumentos musicales', 'Musikinstrumente', 'Instruments de musique', 'Strumenti musicali', '악기'],
        ['Коллекции и антиквариат', 'Collectibles and antiques', 'Coleccionismo y antigüedades', 'Sammeln und Antiquitäten', 'Collection et antiquités', 'Collezionismo e antiquariato', '수집품·골동품'],
        ['Настольные игры', 'Board games', 'Juegos de mesa', 'Brettspiele', 'Jeux de société', 'Giochi da tavolo', '보드게임'],
        ['Творчество', 'Arts and crafts', 'Manualidades', 'Basteln und Kunst', 'Loisirs créatifs', 'Arte e fai da te', '공예'],
        OTHER,
      ],
    },
    CONDITION,
  ],
  paw: [
    {
      name: TYPE,
      kind: 'choice',
      choices: [
        ['Собаки', 'Dogs', 'Perros', 'Hunde', 'Chiens', 'Cani', '강아지'],
        ['Кошки', 'Cats', 'Gatos', 'Katzen', 'Chats', 'Gatti', '고양이'],
        ['Птицы', 'Birds', 'Aves', 'Vögel', 'Oiseaux', 'Uccelli', '새'],
        ['Грызуны и кролики', 'Rodents and rabbits', 'Roedores y conejos', 'Nager und Kaninchen', 'Rongeurs et lapins', 'Roditori e conigli', '설치류·토끼'],
        ['Аквариум', 'Aquarium', 'Acuario', 'Aquarium', 'Aquarium', 'Acquario', '수족관'],
        ['С фермы', 'Farm animals', 'Animales de granja', 'Nutztiere', 'Animaux de ferme', 'Animali da fattoria', '가축'],
        ['Товары для животных', 'Pet supplies', 'Artículos para animales', 'Tierbedarf', 'Accessoires', 'Articoli per animali', '반려동물 용품'],
        OTHER,
      ],
    },
    { name: ['Порода', 'Breed', 'Raza', 'Rasse', 'Race', 'Razza', '품종'], kind: 'text' },
    {
      name: ['Возраст', 'Age', 'Edad', 'Alter', 'Âge', 'Età', '나이'],
      kind: 'choice',
      choices: [
        ['До 3 месяцев', 'Under 3 months', 'Menos de 3 meses', 'Unter 3 Monaten', 'Moins de 3 mois', 'Meno di 3 mesi', '3개월 미만'],
        ['До года', 'Under a year', 'Menos de un año', 'Unter einem Jahr', 'Moins d’un an', 'Meno di un anno', '1년 미만'],
        ['1–3 года', '1–3 years', '1–3 años', '1–3 Jahre', '1–3 ans', '1–3 anni', '1~3년'],
        ['Старше 3 лет', 'Over 3 years', 'Más de 3 años', 'Über 3 Jahre', 'Plus de 3 ans', 'Oltre 3 anni', '3년 이상'],
      ],
    },
    {
      name: ['Пол', 'Sex', 'Sexo', 'Geschlecht', 'Sexe', 'Sesso', '성별'],
      kind: 'choice',
      choices: [
        ['Самец', 'Male', 'Macho', 'Männlich', 'Mâle', 'Maschio', '수컷'],
        ['Самка', 'Female', 'Hembra', 'Weiblich', 'Femelle', 'Femmina', '암컷'],
      ],
    },
  ],
  store: [
    {
      name: TYPE,
      kind: 'choice',
      choices: [
        ['Оборудование', 'Equipment', 'Equipamiento', 'Ausstattung', 'Équipement', 'Attrezzature', '장비'],
        ['Готовый бизнес', 'Business for sale', 'Traspaso de negocio', 'Betrieb zu übernehmen', 'Fonds de commerce', 'Attività in vendita', '사업체 양도'],
        ['Товары оптом', 'Wholesale goods', 'Mercancía al por mayor', 'Großhandelsware', 'Marchandises en gros', 'Merce all’ingrosso', '도매 상품'],
        ['Сырьё и материалы', 'Raw materials', 'Materias primas', 'Rohstoffe', 'Matières premières', 'Materie prime', '원자재'],
        OTHER,
      ],
    },
    CONDITION,
  ],
  gift: [
    CONDITION,
    {
      name: ['Как забрать', 'Handover', 'Entrega', 'Übergabe', 'Remise', 'Consegna', '수령 방법'],
      kind: 'choice',
      choices: [
        ['Самовывоз', 'Collection', 'Recogida', 'Abholung', 'À venir chercher', 'Ritiro', '직접 수령'],
        ['Могу привезти', 'Can deliver', 'Puedo llevarlo', 'Lieferung möglich', 'Livraison possible', 'Posso consegnare', '배달 가능'],
        ['Отправлю почтой', 'By post', 'Por correo', 'Per Post', 'Par la poste', 'Per posta', '우편 발송'],
      ],
    },
  ],
};
