import { latestCode } from '../support/emails.ts';
import { freshLogin, freshPhone } from '../support/people.ts';
import { button, field, heading } from './part.ts';
import { test } from './test.ts';

const PASSWORD = 'тёплый-вечер-5';

test('a newcomer registers, enters the code of the email and is signed in', async ({ newVisitor }) => {
  const nika = await newVisitor();
  await nika.open('/register');
  await nika.press(button('Принимаю'));
  await nika.sees(heading('Расскажите о себе'));
  const login = freshLogin();
  const email = `${login}@example.com`;
  await nika.fill(field('Имя'), 'Ника');
  await nika.fill(field('Фамилия'), 'Новосёлова');
  await nika.fill(field('Электронная почта'), email);
  await nika.fill(field('Телефон'), freshPhone());
  await nika.fill(field('Логин'), login);
  for (const css of ['input[autocomplete=new-password]', 'input[name=repeat]']) await nika.fill({ css }, PASSWORD);
  await nika.press({ role: 'checkbox', name: /^Даю согласие на обработку персональных данных/ });
  await nika.press(button('Зарегистрироваться'));
  await nika.sees({ role: 'timer' });
  await nika.press(field('Цифра 1'));
  await nika.type(await latestCode(email));
  await nika.sees(button(/^Меню профиля, Ника Новосёлова/));
});
