import { expect, it } from 'vitest';
import { isInAppBrowser } from './in-app-browser.ts';

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)';
const ios = 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';

it.each([
  `Mozilla/5.0 (Linux; Android 15; Pixel 9) ${webkit} Chrome/140.0 Mobile Safari/537.36`,
  `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/140.0 Safari/537.36 Edg/140.0`,
  'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  `${ios} Version/19.0 Mobile/15E148 Safari/604.1`,
  `${ios} CriOS/140.0 Mobile/15E148 Safari/604.1`,
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 15_0) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Safari/605.1.15',
  `Mozilla/5.0 (Linux; Android 15) ${webkit} Chrome/140.0 Mobile Safari/537.36 OPR/90.0`,
  `Mozilla/5.0 (Linux; Android 15) ${webkit} SamsungBrowser/29.0 Chrome/140.0 Mobile Safari/537.36`,
])('the dialog opens in %s', (agent) => {
  expect(isInAppBrowser(agent)).toBe(false);
});

it.each([
  `Mozilla/5.0 (Linux; Android 15; Pixel 9; wv) ${webkit} Version/4.0 Chrome/140.0 Mobile Safari/537.36`,
  `Mozilla/5.0 (Linux; Android 15; wv) ${webkit} Chrome/140.0 Safari/537.36 Instagram 400.0.0 Android`,
  `Mozilla/5.0 (Linux; Android 15) ${webkit} Chrome/140.0 Safari/537.36 [FB_IAB/FB4A;FBAV/500.0;]`,
  `${ios} Mobile/15E148 [FBAN/FBIOS;FBAV/500.0]`,
  `${ios} Mobile/15E148 Instagram 400.0.0 (iPhone16,1)`,
  `${ios} Mobile/15E148`,
  'Opera/9.80 (Android; Opera Mini/80.0/191.0; U; en) Presto/2.12 Version/12.16',
  `Mozilla/5.0 (Linux; U; Android 15; en-US) ${webkit} Version/4.0 Chrome/100.0 UCBrowser/13.4 Mobile Safari/537.36`,
])('the payment is a full page in %s', (agent) => {
  expect(isInAppBrowser(agent)).toBe(true);
});
