import { element, escapeText, textElement } from './markup.js';

it('makes text of whatever could be markup', () => {
  expect(escapeText(`"><script>alert('x')</script>&`)).toBe('&quot;&gt;&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&amp;');
  expect(element('a', { title: '"onload="x' })).toBe('<a title="&quot;onload=&quot;x"/>');
  expect(textElement(']]>', 0.06, 1, 'c')).toBe('<text x="0.1" y="1" class="c">]]&gt;</text>');
});

it('leaves out what XML 1.0 cannot hold, and nothing else', () => {
  expect(escapeText('a\u0000b\u001Bc\uFFFEd\uD800e\u{1F600}\u202Ef\tg')).toBe('abcde\u{1F600}\u202Ef\tg');
});
