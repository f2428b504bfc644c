import { expect, it } from 'vitest';
import { html } from './html.ts';

it('escapes values but not markup, and writes nothing for absent values', () => {
  const row = html`<li>${'<b a="1">\'&'}</li>`;
  expect(html`<ul class="${'"x'}">${[row, row]}${undefined}${false}${null}${0}</ul>`.text).toBe(
    '<ul class="&quot;x"><li>&lt;b a=&quot;1&quot;&gt;&#39;&amp;</li><li>&lt;b a=&quot;1&quot;&gt;&#39;&amp;</li>0</ul>',
  );
});
