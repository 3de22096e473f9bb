import { readFileSync } from 'node:fs';
import * as media from '@app/contract/files/media';
import * as mediaRoom from '@app/contract/live/media-room';
import * as adOwner from '@app/contract/market/ad-owner';
import * as ads from '@app/contract/market/ads';
import * as calls from '@app/contract/messaging/calls';
import * as chat from '@app/contract/messaging/chat';
import * as payments from '@app/contract/money/payments';
import * as notifications from '@app/contract/notifications/notifications';
import * as users from '@app/contract/people/users';
import * as money from '@app/contract/platform/money';
import * as phone from '@app/contract/platform/phone';
import * as comments from '@app/contract/publishing/comments';
import * as music from '@app/contract/publishing/music';
import * as publications from '@app/contract/publishing/publications';
import * as reference from '@app/contract/reference/reference';
import * as feedback from '@app/contract/staff/feedback';
import * as complaints from '@app/contract/trust/complaints';
import { describe, expect, test } from 'vitest';

const catalogues = new Map<string, Record<string, string>>();

function russian(key: string): string | undefined {
  const [catalogue = '', ...rest] = key.split('.');
  const texts =
    catalogues.get(catalogue) ??
    JSON.parse(readFileSync(new URL(`../../../contract/locales/ru/${catalogue}.json`, import.meta.url), 'utf8'));
  catalogues.set(catalogue, texts);
  return texts[rest.join('.')];
}

describe('what the specification says in words is said in these words', () => {
  test.each([
    ['ad-form.created', 'Объявление успешно создано'],
    ['ad-form.changed', 'Объявление успешно изменено'],
    ['my-ads.done.erased', 'Объявление успешно удалено'],
    ['comments.sent', 'Комментарий успешно оставлен'],
    ['complaints.sent', 'Жалоба успешно отправлена'],
    ['feedback.done', 'Ваше сообщение успешно отправлено. В ближайшее время мы с вами свяжемся!'],
    ['ads.list.failed', 'Произошла ошибка при загрузке объявлений'],
    ['comments.error', 'Произошла ошибка при загрузке комментариев'],
    ['notifications.error', 'Произошла ошибка при загрузке оповещений'],
    ['frame.error.unread', 'Произошла ошибка при загрузке непрочитанных оповещений'],
    ['ad-form.photos.failed', 'Произошла ошибка при добавлении или удалении фотографий'],
    ['frame.error.categories', 'Не удалось загрузить категории'],
    ['reference.category.listFailed', 'Произошла ошибка при загрузке категорий'],
    ['ads.filter.countriesFailed', 'Не удалось загрузить страны'],
    ['reference.country.listFailed', 'Произошла ошибка при загрузке стран'],
    ['reference.city.nameFailed', 'Произошла ошибка при подгрузке страны/города'],
    ['my-ads.site.about.saved', 'Данные пользователя успешно сохранены'],
    ['settings.password.done', 'Пароль успешно изменён'],
    ['ads.filter.citiesFailed', 'Произошла ошибка при загрузке городов'],
    ['reference.city.loadFailed', 'Произошла ошибка при загрузке городов'],
    ['ad-form.incomplete', 'Пожалуйста, заполните название и описание объявления'],
    ['errors.ad_incomplete', 'Пожалуйста, заполните название и описание объявления'],
    ['feedback.noEmail', 'Добавьте свой e-mail в профиль'],
    ['errors.email_required', 'Добавьте свой e-mail в профиль'],
    ['circle.done.request', 'Заявка успешно отправлена'],
    ['circle.done.hide', 'Заявка успешно скрыта!'],
    ['circle.done.accept', 'Пользователь успешно добавлен в друзья!'],
    ['circle.failed.load', 'Произошла ошибка при загрузке данных'],
    ['circle.failed.request', 'Произошла ошибка при отправке заявки'],
    ['circle.failed.hide', 'Произошла ошибка при скрытии заявки'],
    ['circle.failed.accept', 'Произошла ошибка при добавлении пользователя'],
    ['circle.failed.remove', 'Произошла ошибка при удалении пользователя'],
    ['circle.failed.search', 'Произошла ошибка при поиске пользователей'],
    ['admin.wrong', 'Что-то пошло не так'],
    ['admin.failed', 'Что-то пошло не так'],
    ['admin.profile.wrong', 'Пожалуйста, введите корректные данные пользователя'],
    ['admin-people.created', 'Пользователь успешно создан'],
    ['admin-people.saved', 'Данные пользователя успешно изменены'],
    ['admin-people.removed', 'Пользователь успешно удалён'],
    ['reference.category.created', 'Категория успешно добавлена'],
    ['reference.category.changed', 'Категория успешно изменена'],
    ['reference.category.removed', 'Категория успешно удалена'],
    ['reference.country.created', 'Страна успешно создана'],
    ['reference.country.changed', 'Данные страны успешно изменены'],
    ['reference.country.removed', 'Страна успешно удалена'],
    ['reference.city.created', 'Город успешно добавлен'],
    ['reference.city.changed', 'Данные региона успешно изменены'],
    ['reference.city.removed', 'Регион успешно удалён'],
    ['moderation.complains.deleted', 'Жалоба успешно удалена'],
    ['payments.update.failed', 'Произошла ошибка обновите страницу!'],
    ['payments.status.loadFailed', 'Произошла ошибка при загрузке данных'],
    ['errors.referral_empty', 'Введите, пожалуйста, реферальный код'],
    ['registration.pre.empty', 'Введите, пожалуйста, реферальный код'],
    ['registration.invite.failed', 'Произошла ошибка при загрузке данных пользователя'],
    ['errors.field.firstname.required', 'Необходимо указать Ваше имя'],
    ['errors.field.lastname.required', 'Необходимо указать Вашу фамилию'],
    ['errors.field.email.required', 'Необходимо указать адрес электронной почты'],
    ['errors.field.email.invalid', 'Укажите корректный адрес электронной почты'],
    ['errors.field.phone.invalid', 'Пожалуйста, используйте только цифры'],
    ['errors.field.phone.too_long', 'Максимум 11 цифр'],
    ['errors.field.phone.too_short', 'Минимум 6 цифр'],
    ['frame.error.generic', 'Произошла ошибка'],
    ['chats.failed', 'Произошла ошибка при загрузке списка диалогов'],
    ['delivery.listFailed', 'Произошла ошибка при загрузке списка диалогов'],
    ['delivery.deleteFailed', 'Произошла ошибка при удалении чата'],
    ['delivery.blockFailed', 'Произошла ошибка при блокировке чата'],
    ['my-ads.site.about.failed', 'Произошла ошибка при сохранении описания'],
    ['auth.activation.failed', 'Произошла ошибка при активации пользователя'],
    ['auth.code.failed', 'Произошла ошибка при отправке кода'],
    ['auth.code.sent', 'Код успешно отправлен'],
    ['auth.code.sentToMail', 'Код был выслан на почту'],
    ['auth.recovery.done', 'Ваш пароль успешно изменён'],
    ['errors.not_activated', 'Пользователь не активирован'],
    ['errors.internal', 'Произошла ошибка'],
    ['make-post.created', 'Публикация успешно создано'],
    ['make-post.wait', 'Публикация добавляется. Подождите!'],
    ['posts.delete.question', 'Вы уверенны что хотите удалить публикацию?'],
    ['music.delete.question', 'Вы уверены что хотите удалить данную запись?'],
    ['music.deleted', 'Аудиозапись удалена'],
    ['music.added', 'Аудиозапись добавлена в плейлист'],
    ['streams.start.failed', 'Произошла ошибка при созданиии стрима'],
    ['delivery.sendFailed', 'Произошла ошибка при отправке сообщения'],
  ])('%s', (key, text) => {
    expect(russian(key)).toBe(text);
  });
});

describe('numbers of the specification', () => {
  test.each([
    ['letters of a title', ads.AD_TITLE_MAX, 255],
    ['photos of an ad', ads.AD_PHOTOS_MAX, 3],
    ['ads on a page', ads.ADS_PAGE_SIZE, 12],
    ['ads on a page of one’s own', ads.ADS_PAGE_SIZE_OWN, 10],
    ['letters of a title on a card', ads.AD_TITLE_ON_CARD, 34],
    ['letters of a title in breadcrumbs', ads.AD_TITLE_IN_BREADCRUMBS, 50],
    ['letters under which a title is large', ads.AD_TITLE_LARGE_UNDER, 82],
    ['comments on a page', comments.COMMENTS_PAGE_SIZE, 20],
    ['notifications on a page', notifications.NOTIFICATIONS_PAGE_SIZE, 10],
    ['milliseconds until a complaint closes', complaints.COMPLAINT_CLOSE_MS, 2000],
    ['hours until a complaint is reviewed', complaints.COMPLAINT_HOURS, 24],
    ['milliseconds until feedback closes', feedback.FEEDBACK_CLOSE_MS, 2000],
    ['days of an archived ad', ads.AD_ARCHIVE_DAYS, 30],
    ['days of an ad', ads.AD_EXPIRY_DAYS, 60],
    ['people found at once', users.USER_SEARCH_SIZE, 5],
    ['kopecks of a year', money.SUBSCRIPTION_PRICE_KOPECKS, 39_900],
    ['months of a year that is paid', payments.SUBSCRIPTION_MONTHS, 12],
    ['milliseconds until the page of a payment goes home', payments.PAYED_REDIRECT_MS, 2000],
    ['letters of a login at least', users.LOGIN_MIN, 3],
    ['letters of a password at least', users.PASSWORD_MIN, 6],
    ['digits of a phone at least', phone.PHONE_MIN_DIGITS, 6],
    ['digits of a phone in the profile and for staff', phone.PHONE_MAX_DIGITS, 11],
    ['digits of a phone at registration', phone.PHONE_MAX_DIGITS_AT_REGISTRATION, 12],
    ['the country that tables of staff begin with', reference.DEFAULT_COUNTRY_ID, 1],
    ['categories and countries that a list loads', reference.REFERENCE_PAGE_MAX, 1000],
    ['photos of a publication', publications.PUBLISH_PHOTOS_MAX, 6],
    ['publications of the feed at a time', publications.FEED_PAGE_SIZE, 2],
    ['comments of a publication on a page', publications.PUBLISH_COMMENTS_PAGE_SIZE, 20],
    ['milliseconds until the list is read anew after a publication was deleted', publications.PUBLISH_REFRESH_MS, 2000],
    ['bytes of a track', music.AUDIO_MAX_BYTES, 120 * 1024 * 1024],
    ['bytes of the picture of a playlist', media.IMAGE_MAX_BYTES, 20 * 1024 * 1024],
    ['milliseconds between two tracks', music.NEXT_TRACK_MS, 2000],
    ['milliseconds until the list shows after tracks were added', music.AUDIO_ADDED_MS, 3000],
    ['people in a conference', mediaRoom.CALL_PARTICIPANTS_MAX, 8],
    ['messages of a conference on a page', calls.CONFERENCE_CHAT_PAGE_SIZE, 25],
    ['files of a message', chat.MESSAGE_FILES_MAX, 10],
    ['milliseconds until a call that one is left in ends', calls.CLEANUP_MS, 1000],
    ['phones uncovered in a day', adOwner.PHONE_REVEALS_PER_DAY, 30],
  ])('%s', (_, actual, specified) => {
    expect(actual).toBe(specified);
  });
});
