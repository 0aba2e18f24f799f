import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createAccount } from '../support/accounts.ts';
import { ok, refused } from '../support/auth-calls.ts';
import { newApplication, signIn } from '../support/people.ts';
import { onSqlite } from '../support/scene.ts';
import { signInScene } from '../support/sign-in-scene.ts';

const EMAIL_NAME = 'benedita.carvalho';
const EMAIL = `${EMAIL_NAME}@example.org`;
const NAME = 'Benedita Carvalho';

/** Accepted passwords, and another way in which the owner may type each. */
const accepted: readonly (readonly [what: string, password: string, typed?: string])[] = [
  ['8 characters', 'gzk4-vTq'],
  ['256 characters', 'blue tiles on the white wall of a house. '.repeat(7).slice(0, 256)],
  ['words with spaces', 'four quiet tiles fall'],
  ['a space in front and behind', ' gzk4vTq '],
  ['digits that nobody guesses first', '7402918365'],
  ['Portuguese', 'coração azulejo'],
  ['Greek', 'κεραμίδι1'],
  ['Cyrillic', 'плитканастене'],
  ['Chinese', '瓷砖在墙上很美丽'],
  ['Japanese', 'あおいタイル壁の'],
  ['Korean', '파란타일벽에있다'],
  ['Arabic', 'بلاطأزرقجميل'],
  ['Hebrew', 'אריחיםכחולים'],
  ['Hindi, with vowel signs', 'नीलीटाइलदीवार'],
  ['Thai', 'กระเบื้องสีฟ้า'],
  ['8 emoji, each one character', '🏠🔑🌊🐓🎏🧱🌿🔵'],
  ['an emoji joined of several', '👩‍👩‍👧‍👦👩‍👩‍👧‍👦'],
  ['composed, typed with combining accents', 'caf\u00e9 com p\u00e3o', 'cafe\u0301 com pa\u0303o'],
  ['with combining accents, typed composed', 'ac\u0327u\u0301car doce', 'a\u00e7\u00facar doce'],
  [
    'Korean syllables, typed as letters',
    '\ud55c\uae00 \uc554\ud638 \uc88b\ub2e4',
    '\ud55c\uae00 \uc554\ud638 \uc88b\ub2e4'.normalize('NFD'),
  ],
  ['quotes, backslashes and angle brackets', `'";--\\<b>&amp;%00`],
  ['what a query must encode', 'a+b&c=d?e#f/g%h'],
  ['a tab and a line break', 'tab\there\nand there'],
  ['the e-mail with more behind it', `${EMAIL}!`],
  ['the name in the e-mail with words behind it', `${EMAIL_NAME} on a blue wall`],
  ['the name with words in front of it', `azulejos of dona ${NAME}`],
];

const refusedOnes: readonly (readonly [string, string])[] = [
  ['7 characters', 'gzk4-vT'],
  ['7 emoji, which are 14 UTF-16 units', '🏠🔑🌊🐓🎏🧱🌿'],
  ['7 letters with combining accents', 'e\u0301'.repeat(7)],
  ['257 characters', `${'xk9 '.repeat(64)}x`],
  ['the e-mail', EMAIL],
  ['the e-mail in capitals', EMAIL.toUpperCase()],
  [
    'the e-mail in full-width letters',
    EMAIL.replaceAll(/[a-z]/g, (letter) => String.fromCodePoint(letter.charCodeAt(0) + 0xfee0)),
  ],
  ['the name in the e-mail', EMAIL_NAME],
  ['the name in the e-mail in other case', 'Benedita.CARVALHO'],
  ['the name', NAME],
  ['the name in other case', 'bENEDITA cARVALHO'],
  ['the name with spaces around it', `  ${NAME}  `],
  ['one of the most common', 'password1'],
  ['one of the most common in capitals', 'PASSWORD1'],
  ['the keys of a keyboard', 'qwertyuiop'],
  ['counting', '123456789'],
  ['eight spaces', '        '],
  ['one letter many times over', 'ççççççççç'],
  ['256 times the same emoji', '🔵'.repeat(256)],
  ['the name in the e-mail with a digit behind it', `${EMAIL_NAME}-7`],
  ['the name with little in front of it', `dona ${NAME}`],
  ['the name of the platform', 'azulejoazulejo1'],
  ['two rows of keys', 'qwertyuiopasdfgh'],
  ['the name with a year', 'Benedita2026'],
];

onSqlite('spec 4.1: passwords', signInScene, (scene) => {
  it('covers at least 40 cases', () => {
    assert.ok(accepted.length + refusedOnes.length >= 40);
  });

  for (const [index, [what, password, typed = password]] of accepted.entries()) {
    it(`accepts ${what} as password`, async () => {
      const user = { email: `taken-${index}@example.org`, name: NAME, password };
      const own = what.includes('e-mail') ? { ...user, email: EMAIL.replace('org', `x${index}.org`) } : user;
      await ok(createAccount(scene().platform, scene().application, own));
      await ok(signInAs(own.email, typed));
    });
  }

  for (const [what, password] of refusedOnes) {
    it(`refuses ${what} as password and returns the reason`, async () => {
      const response = createAccount(scene().platform, scene().application, {
        email: EMAIL,
        name: NAME,
        password,
      });
      const body = await refused(response, 'weak_password', 'password');
      assert.ok((body.errors?.[0]?.reason ?? '').length > 10);
      assert.ok(!JSON.stringify(body).includes(JSON.stringify(password)));
    });
  }

  it('refuses a password that differs in case, spaces or letter form', async () => {
    const email = 'exact@example.org';
    await ok(createAccount(scene().platform, scene().application, { email, password: ' Case Matters ' }));
    for (const other of ['Case Matters', ' case matters ', ' Case Matters  ', ' Ｃase Matters '])
      await refused(signInAs(email, other), 'bad_credentials');
  });

  it('accepts shorter passwords where the application allows them, unless they are easy to guess', async () => {
    const lenient = await newApplication(scene().platform, { minimumPasswordLength: 6 });
    await ok(createAccount(scene().platform, lenient, { password: 'gzk4-vT' }));
    await refused(createAccount(scene().platform, lenient, { password: 'gzk4-v' }), 'weak_password');
    await refused(createAccount(scene().platform, lenient, { password: '123456' }), 'weak_password');
    await assert.rejects(newApplication(scene().platform, { minimumPasswordLength: 5 }), {
      kind: 'invalid_request',
    });
  });

  it('requires longer passwords where the application demands them', async () => {
    const strict = await newApplication(scene().platform, { minimumPasswordLength: 12 });
    await refused(createAccount(scene().platform, strict, { password: 'gzk4-vTqx01' }), 'weak_password');
    await ok(createAccount(scene().platform, strict, { password: 'gzk4-vTqx012' }));
  });

  function signInAs(username: string, password: string): Promise<Response> {
    return signIn(scene().platform, 'authorize', {
      response_type: 'password',
      scope: 'user',
      client_id: scene().application.clientId,
      username,
      password,
    });
  }
});
