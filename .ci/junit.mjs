/** Reads a JUnit report, the one format that doctest, node:test, vitest and Playwright all write. */

/** @returns `{ passed, failures: [{ name, message }] }`; a skipped case is a failure, since nothing was tested. */
export function readJunit(xml) {
  const plain = xml.replace(/<!\[CDATA\[(.*?)\]\]>/gs, (_, text) => escape(text));
  const cases = [...plain.matchAll(/<testcase\b([^>]*?)(?:\/>|>(.*?)<\/testcase>)/gs)];
  const failures = cases.filter(([, , body]) => /<(failure|error|skipped)\b/.test(body ?? '')).map(describe);
  return { passed: cases.length - failures.length, failures };
}

function describe([, attributes, body]) {
  const attribute = (text, name) => unescape(text.match(new RegExp(`\\b${name}="([^"]*)"`))?.[1] ?? '');
  const [, kind, inside] = body.match(/<(failure|error|skipped)\b([^>]*)>?/s);
  const text = unescape(body.replace(/<[^>]*>/g, '')).trim();
  const message = [kind === 'skipped' ? 'skipped' : '', attribute(inside, 'message'), text].filter(Boolean).join('\n');
  return { name: attribute(attributes, 'name'), message };
}

const entities = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };
const escape = (text) => text.replace(/[&<>"']/g, (character) => entities[character]);
const unescape = (text) =>
  text
    .replace(/&#(x?)([0-9a-f]+);/gi, (_, hex, digits) => String.fromCodePoint(parseInt(digits, hex ? 16 : 10)))
    .replace(/&(lt|gt|quot|apos);/g, (_, name) => ({ lt: '<', gt: '>', quot: '"', apos: "'" })[name])
    .replace(/&amp;/g, '&');
