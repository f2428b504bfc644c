import { expect, it } from 'vitest';
import { html } from './html.ts';

it('values are escaped, markup is not, and nothing is written for what is absent', () => {
  const row = html`<li>${'<b a="1">\'&'}</li>`;
  expect(html`<ul class="${'"x'}">${[row, row]}${undefined}${false}${null}${0}</ul>`.text).toBe(
    '<ul class="&quot;x"><li>&lt;b a=&quot;1&quot;&gt;&#39;&amp;</li><li>&lt;b a=&quot;1&quot;&gt;&#39;&amp;</li>0</ul>',
  );
});
