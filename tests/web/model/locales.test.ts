import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { FluentResource } from '@fluent/bundle';
import { COLLECTIVES, contractOf } from '../../../web/model/contracts.ts';
import { notesOf } from '../../../web/components/notes/notes.ts';
import { preferredLanguage } from '../../../web/locales/languages.ts';
import { loadLocalizer } from '../../../web/locales/localizer.ts';

const [en, pl] = await Promise.all([loadLocalizer('en'), loadLocalizer('pl')]);

const web = new URL('../../../web/', import.meta.url);
const source = (lang: string) =>
  readdirSync(new URL(`locales/${lang}`, web))
    .sort()
    .map((file) => readFileSync(new URL(`locales/${lang}/${file}`, web), 'utf8'))
    .join('\n');
const ids = (lang: string) => new FluentResource(source(lang)).body.map((message) => message.id);

/** The variables of each message: both languages must be given the same ones. */
function variables(lang: string): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  let current = new Set<string>();
  for (const line of source(lang).split('\n')) {
    const start = /^([a-z][a-z-]*) =/.exec(line)?.[1];
    if (start) found.set(start, (current = new Set()));
    for (const [, name] of line.matchAll(/\$([a-zA-Z]+)/g)) if (name) current.add(name);
  }
  return found;
}

function sources(folder: string): string[] {
  return readdirSync(new URL(folder, web), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .map((path) => readFileSync(new URL(`${folder}/${path}`, web), 'utf8'));
}

describe('locales', () => {
  it('have the same messages', () => {
    expect(ids('pl')).toEqual(ids('en'));
    expect(new Set(ids('en')).size).toBe(ids('en').length);
    expect(ids('en').length).toBe([...source('en').matchAll(/^[a-z][a-z-]* =/gm)].length);
  });

  it('have messages with the same variables', () => {
    expect(variables('pl')).toEqual(variables('en'));
  });

  it('have every message that the sources name, and no others', () => {
    const text = ['components', 'model'].flatMap(sources).join('\n');
    const named = [...text.matchAll(/\.text\(\s*'([a-z-]+)'/g)].map(([, id]) => id);
    expect(named.length).toBeGreaterThan(50);
    expect(named.filter((id) => !ids('en').includes(id ?? ''))).toEqual([]);
    expect(ids('en').filter((id) => !mentions(text, id))).toEqual([]);
  });
});

/** Some identifiers are put together from a prefix and a name. */
function mentions(text: string, id: string): boolean {
  if (text.includes(`'${id}'`)) return true;
  const prefix = id.slice(0, id.lastIndexOf('-') + 1);
  return text.includes(`\`${prefix}$`);
}

describe('Localizer', () => {
  it('forms Polish plurals', () => {
    expect([1, 3, 5, 22].map((threads) => pl.text('badge-threads', { threads }))).toEqual([
      '1 wątek',
      '3 wątki',
      '5 wątków',
      '22 wątki',
    ]);
  });

  it('names one of what it counts in the singular', () => {
    const all = (id: string, args: Record<string, string | number>) => en.text(id, args);
    expect(all('matrix-label', { ranks: 1, elements: 1 })).toMatch(/^Inputs of 1 rank, 1 element each;/);
    expect(all('matrix-label', { ranks: 3, elements: 6 })).toMatch(/^Inputs of 3 ranks, 6 elements each;/);
    expect(all('track-label', { ranks: 1 })).toBe('1 rank and the messages between them');
    expect(all('matrix-empty-fragments', { list: 'f0', elements: 1, fragments: 3 })).toContain(
      'There is 1 element for',
    );
    expect(all('check-gather-differs', { differences: 1 })).toMatch(/in 1 element$/);
    expect(all('status-running', { waiting: 1, ranks: 3 })).toBe('Running: 1 of 3 ranks waits.');
  });

  it('says of a field with nothing in it that it is empty', () => {
    const texts = [en, pl].flatMap((l) =>
      ['run-deadline-invalid', 'count-invalid', 'fault-ms-invalid'].map((id) =>
        l.text(id, { name: 'count', value: '', given: 'nothing', min: 50, max: 600 }),
      ),
    );
    for (const text of texts) {
      expect(text).toMatch(/is empty|pust[ye]/);
      expect(text).not.toMatch(/[“„]/);
    }
  });

  it('refuses a message that does not exist and a variable that is missing', () => {
    expect(() => en.text('no-such-message')).toThrow('no-such-message');
    expect(() => en.text('fragment-of')).toThrow();
  });

  it('tells an algorithm as the collective has it', () => {
    const about = (name: string, collective: string) =>
      en.text('algorithm-about', { name, collective, reduces: collective.includes('reduce') ? 'yes' : 'no' });
    expect(about('hierarchical', 'all_gather')).toMatch(/^First between nodes, then within/);
    expect(about('hierarchical', 'reduce_scatter')).toMatch(/^First within each node, then between/);
    expect(about('hierarchical', 'all_reduce')).toMatch(/within each node, then between nodes, and gathered back/);
    expect(en.text('algorithm-about', { name: 'direct', collective: 'scan', reduces: 'yes' })).toContain(
      'those before it',
    );
    expect(about('bruck', 'reduce_scatter')).toContain('half as far');
    expect(about('bruck', 'all_gather')).toContain('all that it has, twice as far');
    expect(about('bruck', 'all_to_all')).toContain('half of its blocks');
  });

  it('has notes on every collective', () => {
    for (const l of [en, pl])
      for (const collective of COLLECTIVES) {
        const texts = notesOf(collective).map(({ text }) => l.text(text, { ranks: 4, collective }));
        expect(texts.length).toBe(3);
        const moves = !contractOf(collective).reduces;
        if (moves) expect(texts.join()).not.toMatch(/avg/);
      }
  });

  it('names no fragment where the tensor is one', () => {
    const args = {
      rank: 2,
      peer: 3,
      from: '{0,1}',
      ranks: 4,
      fragment: 0,
      content: 'partial',
      complete: 'no',
      op: 'prod',
    };
    for (const l of [en, pl])
      for (const id of ['step-send', 'step-local-combine']) {
        expect(l.text(id, { ...args, whole: 'yes' })).not.toContain('fragment');
        expect(l.text(id, { ...args, whole: 'no' })).toContain('fragment');
      }
    expect(en.text('step-local-combine', { ...args, whole: 'yes' })).toBe(
      'Rank 2 multiplies in its own part of the tensor: ranks {0,1} of 4 are in it so far.',
    );
  });

  it('chooses a unit for durations', () => {
    expect([12.34, 1234, 2.5e6].map((us) => en.duration(us))).toEqual(['12.3 µs', '1.23 ms', '2.5 s']);
  });

  it("takes the reader's first language that it has", () => {
    expect(preferredLanguage(['de-DE', 'pl-PL', 'en'])).toBe('pl');
    expect(preferredLanguage(['de'])).toBe('en');
    expect(preferredLanguage(['PL', 'en'])).toBe('pl');
    expect(preferredLanguage(['plt-MG', 'english', 'en'])).toBe('en');
    expect(preferredLanguage(['plt', 'pl_PL'])).toBe('pl');
  });
});
